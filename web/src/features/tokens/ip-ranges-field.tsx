import { Plural, useLingui } from "@lingui/react/macro";
import { Field, type FieldBinding, type InputBinding, Textarea } from "../../ui/field.tsx";
import { parseIpRanges } from "./parse-ip-ranges.ts";
import type { TokenValues } from "./token-form.ts";

/** The validation error of the field: lists all invalid ranges with their lines. */
export function useIpRangeErrors(): (
  values: Pick<TokenValues, "ipRanges">,
) => Readonly<Record<string, string>> {
  const { t } = useLingui();
  return ({ ipRanges }): Record<string, string> => {
    const invalid = parseIpRanges(ipRanges).filter(({ isGood }) => !isGood);
    if (invalid.length === 0) return {};
    const told = invalid.map(({ text, line }) => t`line ${line}: ${text}`).join(", ");
    return { ipRanges: t`Not a valid IP address or range: ${told}` };
  };
}

export function IpRangesField({
  field,
  input,
}: {
  field: FieldBinding;
  input: InputBinding<string>;
}) {
  const { t } = useLingui();
  const ranges = parseIpRanges(input.value);
  const isAllGood = ranges.length > 0 && ranges.every(({ isGood }) => isGood);
  return (
    <Field
      {...field}
      aside={t`optional`}
      help={
        isAllGood ? (
          <Plural
            value={ranges.length}
            one="Works only from # IP address or range"
            other="Works only from # IP addresses or ranges"
          />
        ) : (
          t`One IP address or CIDR range per line, such as 203.0.113.0/24. Leave empty to allow any IP address.`
        )
      }
    >
      <Textarea
        {...input}
        mono
        rows={3}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        placeholder={"203.0.113.0/24\n2001:db8::/32"}
      />
    </Field>
  );
}
