/** A minimal React page with these rows, without router, cache and styles: the baseline for the console. */
import { createRoot } from "react-dom/client";

interface Row {
  id: string;
  hostname: string;
  status: string;
}

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <table>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td>{row.hostname}</td>
          <td>{row.status}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const container = document.getElementById("root");
if (container !== null) {
  const root = createRoot(container);
  root.render(<Rows rows={[]} />);
  const response = await fetch("/rows.json");
  const list: { data: Row[] } = await response.json();
  root.render(<Rows rows={list.data} />);
}
