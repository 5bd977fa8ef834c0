/** The least a React page with these rows can be: no router, no cache, no style. What the console is measured against. */
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

interface Row {
  id: string;
  hostname: string;
  status: string;
}

function Rows() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    void fetch("/rows.json")
      .then((answer) => answer.json())
      .then((list: { data: Row[] }) => setRows(list.data));
  }, []);
  return (
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
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Rows />);
