/**
 * A minimal React page with these rows and the page of one of them, without router, cache and styles: the baseline for
 * the console. A row's details are fetched once the pointer is on its link, like the console's.
 */
import { createRoot } from "react-dom/client";

interface Row {
  id: string;
  hostname: string;
  status: string;
}

const container = document.getElementById("root");
const root = container === null ? null : createRoot(container);

const load = async <T,>(path: string): Promise<T> => {
  const response = await fetch(path);
  return await response.json();
};

let pending: Promise<Row> | null = null;

function fetchDetails(): Promise<Row> {
  pending ??= load<Row>("/row.json");
  return pending;
}

async function showDetails(): Promise<void> {
  const row = await fetchDetails();
  root?.render(
    <>
      <h1>{row.hostname}</h1>
      <p>{row.status}</p>
    </>,
  );
}

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <table>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            <a
              href="#details"
              onPointerEnter={() => void fetchDetails()}
              onClick={() => void showDetails()}
            >
              {row.hostname}
            </a>
          </td>
          <td>{row.status}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

root?.render(<Rows rows={[]} />);
const list = await load<{ data: Row[] }>("/rows.json");
root?.render(<Rows rows={list.data} />);
