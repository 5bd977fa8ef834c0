import { createFileRoute } from "@tanstack/react-router";
import { DocsFrame } from "../features/docs/docs-frame.tsx";
import { DocsStart } from "../features/docs/docs-start.tsx";

export const Route = createFileRoute("/docs/")({ component: DocsIndex });

function DocsIndex() {
  return (
    <DocsFrame>
      <DocsStart />
    </DocsFrame>
  );
}
