import { useLingui } from "@lingui/react/macro";
import { type InputBinding, Select } from "../ui/field.tsx";

/** For how many hours a secret stays valid beside the new one. */
export function OverlapSelect(input: InputBinding<string>) {
  const { t } = useLingui();
  return (
    <Select
      {...input}
      options={[
        { value: "0", label: t`Don't keep it (ends now)` },
        { value: "1", label: t`1 hour` },
        { value: "24", label: t`1 day` },
        { value: "72", label: t`3 days` },
        { value: "168", label: t`7 days` },
      ]}
    />
  );
}
