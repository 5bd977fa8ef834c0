import { Trans, useLingui } from "@lingui/react/macro";
import { stringifySearch } from "../../lib/api/search-params.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useCopy } from "../../ui/use-copy.ts";

/** Copies the URL of this page with the state of its form. */
export function CopyLinkButton({ search }: { search: object }) {
  const { t } = useLingui();
  const write = useCopy();
  const copy = async () => {
    const isCopied = await write(
      `${location.origin}${location.pathname}${stringifySearch({ ...search })}`,
    );
    if (!isCopied) return;
    void toast({
      title: t`Link copied`,
      text: t`Anyone who opens it sees the form filled in like this`,
    });
  };
  return (
    <Button icon="copy" onClick={() => void copy()}>
      <Trans>Copy link</Trans>
    </Button>
  );
}
