import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./api.ts";
import { TimestampInput, type Endpoint, literalTerm, paginationQuery } from "./endpoint.ts";
import { toFieldProblems } from "./field-error-messages.ts";

const list = z.strictObject(paginationQuery(15));
const sentences = (query: object) =>
  (list.safeParse(query).error?.issues ?? [])
    .flatMap((issue) => toFieldProblems(issue, query))
    .map(([, { message }]) => message);

test("a page out of range gets the same message as text that is no number", () => {
  for (const page of ["0", "10001", "-1", "1.5", "first"])
    expect(sentences({ page }), page).toEqual(["Enter a whole number from 1 to 10,000"]);
  for (const perPage of ["0", "101", "ten"])
    expect(sentences({ perPage }), perPage).toEqual(["Enter a whole number from 1 to 100"]);
  expect(list.parse({ page: "10000", perPage: "100" })).toMatchObject({
    page: 10_000,
    perPage: 100,
  });
});

test("rejects timestamps that PostgreSQL cannot store", () => {
  const isTime = (text: string) => TimestampInput.safeParse(text).success;
  for (const text of [
    "2026-05-15T09:00:00Z",
    "0001-01-01T00:00:00-15:59",
    "9999-12-31T23:59:59+15:59",
  ])
    expect([text, isTime(text)]).toEqual([text, true]);
  for (const text of [
    "0000-01-01T00:00:00Z",
    "2026-01-01T00:00:00+16:00",
    "2026-01-01T00:00:00-23:59",
    "2026-01-01",
  ])
    expect([text, isTime(text)]).toEqual([text, false]);
});

test("removes one pair of wildcards around a search term and treats the rest as literal", () => {
  for (const [typed, term] of [
    ["%anna%", "anna"],
    [" %a_b% ", "a_b"],
    ["%\\%", "\\"],
    ["%50%%", "50%"],
    ["% anna %", "anna"],
    ["%anna", "%anna"],
    ["%", "%"],
    ["%%", "%%"],
    ["% %", "% %"],
    ["", ""],
  ] as const)
    expect([typed, literalTerm(typed)]).toEqual([typed, term]);
});

const searches = allEndpoints.flatMap((endpoint: Endpoint) => {
  const fields = z.toJSONSchema(endpoint.query ?? z.object({}), { io: "input" }).properties ?? {};
  return ["search", "term"]
    .filter((field) => field in fields)
    .map((field) => [endpoint, field] as const);
});

test.each(searches.map(([endpoint, field]) => [endpoint.id, endpoint, field] as const))(
  "parses the search term of %s",
  (_, endpoint, field) => {
    expect(endpoint.query?.parse({ [field]: "%a_b%" })).toMatchObject({ [field]: "a_b" });
  },
);
