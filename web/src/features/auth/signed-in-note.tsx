import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { logOut, useSession } from "../../lib/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { SignInLink } from "./link-action.tsx";

/** On the page of an emailed link: who is signed in in this browser, and what that means for the link. */
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

/** The way to the sign-in page, which is for guests: somebody else signs out first. */
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
