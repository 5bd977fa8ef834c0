import { MissingPage } from "./error-pages.tsx";
import { PlainLayout } from "./plain-layout.tsx";

export const NotFoundPage = () => (
  <PlainLayout>
    <MissingPage search={{}} />
  </PlainLayout>
);
