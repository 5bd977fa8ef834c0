import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { handle as handleShape } from "#contracts/text.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { useDebouncedValue } from "../../lib/hooks/use-debounced-value.ts";
import { Field, type FieldBinding, type InputBinding, TextInput } from "../../ui/field.tsx";
import styles from "./workspaces.module.css";

interface HandleFieldProps {
  readonly field: FieldBinding;
  readonly input: InputBinding<string>;
  /** Current and former handles of the workspace, which stay reserved for it. */
  readonly own?: readonly string[];
  readonly aside?: ReactNode;
}

/** Field for a handle; its availability is checked while typing. */
export function HandleField({ field, input, own = [], aside }: HandleFieldProps) {
  return (
    <Field
      {...field}
      help={
        <span aria-live="polite">
          <HandleAvailability handle={input.value} own={own} />
        </span>
      }
      aside={aside}
    >
      <TextInput
        {...input}
        mono
        onChange={(next) => input.onChange(next.toLowerCase())}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
      />
    </Field>
  );
}

function HandleAvailability({ handle, own }: { handle: string; own: readonly string[] }) {
  const { t } = useLingui();
  const settled = useDebouncedValue(handle);
  const isOwn = own.includes(settled);
  const { data } = useQuery({
    ...endpointQuery(workspaces.handleAvailability, { path: { handle: settled } }),
    // Malformed and reserved handles are reported by the form's own validation.
    enabled: !isOwn && handleShape.safeParse(settled).success,
  });
  const { host } = location;
  if (settled === "" || settled !== handle || settled === own[0])
    return <Trans>Used in URLs: {host}/…</Trans>;
  const error = handleShape.safeParse(handle).error?.issues[0];
  const isReserved =
    error !== undefined && error.code === "custom" && error.params?.["code"] === "reserved";
  if (isReserved || data?.reason === "reserved")
    return (
      <span className={styles["unavailable"]}>
        {t`${host}/${handle} is reserved. Choose another handle.`}
      </span>
    );
  if (error !== undefined || data?.reason === "format")
    return t`Use 3 to 32 lowercase letters, digits, and single hyphens, starting with a letter`;
  if (isOwn)
    return (
      <span
        className={styles["available"]}
      >{t`A previous handle of this workspace, still reserved for it`}</span>
    );
  if (data === undefined) return <Trans>Used in URLs: {host}/…</Trans>;
  return data.available ? (
    <span className={styles["available"]}>{t`${host}/${handle} is available`}</span>
  ) : (
    <span
      className={styles["unavailable"]}
    >{t`${host}/${handle} is taken. Choose another handle.`}</span>
  );
}
