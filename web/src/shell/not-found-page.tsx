import { NotFoundErrorPage } from "./error-pages.tsx";
import { MinimalLayout } from "./minimal-layout.tsx";

export const NotFoundPage = () => (
  <MinimalLayout>
    <NotFoundErrorPage search={{}} />
  </MinimalLayout>
);
