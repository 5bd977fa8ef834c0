import { expect, test } from "vitest";
import { parseOpenapi } from "./openapi.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const contentOf = (media: string, schema: object) => ({ content: { [media]: { schema } } });
const jsonOf = (schema: object) => contentOf("application/json", schema);
const documentWith = (schemas: object) => ({
  paths: {
    "/api/v1/things": {
      post: {
        operationId: "things.create",
        summary: "Create a thing",
        "x-access": { kind: "self" },
        security: [{ session: [], csrf: [] }],
        parameters: [{ name: "size", in: "query", required: false, schema: ref("Size") }],
        requestBody: jsonOf(ref("ThingCreate")),
        responses: { 201: jsonOf(ref("Thing")) },
      },
    },
  },
  components: { schemas },
});
const size = { type: "string", enum: ["small", "large"] };
const fieldsOf = (document: unknown) =>
  parseOpenapi(document)
    .flatMap(({ fields }) => fields)
    .map(({ key, kind, required, options }) => ({ key, kind, required, options }));

test("resolves component references of a body and a query value to fields", () => {
  const document = documentWith({
    Size: size,
    Thing: { type: "object" },
    ThingCreate: {
      type: "object",
      properties: { name: { type: "string" }, size: { ...ref("Size"), default: "small" } },
      required: ["name"],
    },
  });
  const sizes = ["small", "large"];
  expect(fieldsOf(document)).toEqual([
    { key: "query.size", kind: "choice", required: false, options: sizes },
    { key: "body.name", kind: "text", required: true, options: [] },
    { key: "body.size", kind: "choice", required: false, options: sizes },
  ]);
  const fields = parseOpenapi(document)[0]?.fields;
  expect(fields?.find(({ key }) => key === "body.size")?.schema.default).toBe("small");
});

test("recursive and missing components are typed as JSON", () => {
  const ThingCreate = {
    type: "object",
    properties: { parent: ref("ThingCreate"), owner: ref("Owner") },
  };
  expect(fieldsOf(documentWith({ Size: size, Thing: {}, ThingCreate })).slice(1)).toEqual([
    { key: "body.parent", kind: "json", required: false, options: [] },
    { key: "body.owner", kind: "json", required: false, options: [] },
  ]);
});

test("a response that is no JSON has its media type, so that code samples read it as text", () => {
  const document = documentWith({ Size: size, Thing: {}, ThingCreate: {} });
  document.paths["/api/v1/things"].post.responses[201] = contentOf("text/csv", {});
  expect(parseOpenapi(document)[0]?.responseFileType).toBe("text/csv");
});

test("the access rule has its permission and the staff roles that may act as a customer", () => {
  const withAccess = (access: object) => {
    const document = documentWith({ Size: size, Thing: {}, ThingCreate: {} });
    document.paths["/api/v1/things"].post["x-access"] = { kind: "self", ...access };
    return parseOpenapi(document)[0];
  };
  expect(withAccess({ kind: "can", permission: "project.view" })?.access).toEqual({
    kind: "can",
    permission: "project.view",
    on: "",
  });
  expect(withAccess({})?.allowedWhileImpersonating).toBeUndefined();
  expect(
    withAccess({ whileImpersonating: ["Support", "NotYetKnown"] })?.allowedWhileImpersonating,
  ).toEqual(["Support"]);
  // A document of a newer server does not break the page.
  for (const unknown of [
    { kind: "can", permission: "moon.visit" },
    { kind: "staff", permission: "moon.visit" },
    { kind: "robot" },
  ])
    expect(withAccess(unknown)?.access).toEqual({ kind: "any" });
});
