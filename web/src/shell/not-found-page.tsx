import { NotFoundErrorPage } from "./error-pages.tsx";
import { MinimalLayout } from "./plain-layout.tsx";

export const NotFoundPage = () => (
  <MinimalLayout>
    <NotFoundErrorPage search={{}} />
  </MinimalLayout>
);
