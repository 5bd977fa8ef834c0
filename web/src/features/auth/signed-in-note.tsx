import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { logOut, useSession } from "../../lib/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { SignInLink } from "./link-action.tsx";

/** On the page of an email link: states who is signed in, and how that affects the link. */
export function SignedInNote({ children }: { children: ReactNode }) {
  const { self } = useSession();
  if (self === null) return null;
  return (
    <Callout tone="warn">
      <Trans>
        You're signed in as <b>{self.user.email}</b>.
      </Trans>{" "}
      {children}
    </Callout>
  );
}

/** Link to the sign-in page. It is for guests only, so a signed-in user is signed out first. */
export function ToSignInAgain() {
  const { self } = useSession();
  if (self === null) return <SignInLink />;
  return (
    <>
      <SignedInNote>
        <Trans>Sign out to continue with another account.</Trans>
      </SignedInNote>
      <Button tone="primary" wide onClick={() => void logOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </>
  );
}
