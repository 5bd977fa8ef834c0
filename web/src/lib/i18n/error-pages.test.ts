import { describe, expect, test } from "vitest";
import { errorPageFor, errorSearch, quotedOf, unknownWorkspaceOf } from "./error-pages.ts";
import { parseProblem } from "../api/parse-problem.ts";
import { ProblemError } from "../api/problem-error.ts";
import { safePath } from "../session/return-path.ts";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  parseProblem(status, body, new Headers(headers));

describe("a problem response", () => {
  test("keeps its code, message and request id", () => {
    const problem = answer(403, {
      code: "permission_denied_missing_permission",
      message: "No",
      requestId: "r1",
      permission: "instance.view",
    });
    expect(problem).toMatchObject({
      status: 403,
      code: "permission_denied_missing_permission",
      requestId: "r1",
      permission: "instance.view",
    });
  });
  test("names each invalid field", () => {
    const problem = answer(422, {
      errors: { "hostname.0": [{ code: "format", message: "Must contain at least one letter" }] },
      requestId: "r2",
    });
    expect(problem.fields).toEqual({
      "hostname.0": [{ code: "format", message: "Must contain at least one letter" }],
    });
  });
  test("has the seconds to wait, 30 by default", () => {
    const body = { code: "too_many_requests", message: "Slow", requestId: "r3" };
    expect(answer(429, body, { "retry-after": "7" }).retryAfterSeconds).toBe(7);
    expect(answer(429, body).retryAfterSeconds).toBe(30);
  });
  test("C112: shows a generic message instead of a proxy's HTML", () => {
    expect(answer(502, null, { "x-request-id": "r4" })).toMatchObject({
      message: "Unexpected response from the server (502)",
      requestId: "r4",
    });
  });
});

describe("a rejected navigation goes to the error page of its problem", () => {
  test.each([
    [400, "/400"],
    [401, "/auth/login"],
    [403, "/403"],
    [404, "/404"],
    [409, "/400"],
    [423, "/423"],
    [429, "/429"],
    [500, "/500"],
    [503, "/500"],
    [302, "/404"],
  ])("%i leads to %s", (status, page) => {
    const error = new ProblemError({ status, code: "x", message: "m", requestId: "r" });
    expect(errorPageFor(error).to).toBe(page);
  });
  test("with the seconds to wait", () => {
    const error = new ProblemError({
      status: 429,
      code: "too_many_requests",
      message: "m",
      requestId: "r",
      retryAfterSeconds: 7,
    });
    expect(errorPageFor(error).search).toMatchObject({ seconds: "7", prettyCause: "r" });
  });
});

test("an error page shows at most 300 characters from its URL and ignores invalid seconds", () => {
  const search = errorSearch({ message: "x".repeat(400), seconds: "1e9", evil: "y" });
  expect(search.message).toHaveLength(300);
  expect(search.seconds).toBeUndefined();
  expect(search).not.toHaveProperty("evil");
});

describe("the URL of an error page is untrusted", () => {
  const id = "0b7e7c1e-6a52-4d4b-9d3c-2f1f6f0f8a11";
  test("quotes the message, the cause and an invalid request id as one cause of at most 300 characters", () => {
    const search = { message: "Call 555-0100", cause: "why", prettyCause: "evil" };
    expect(quotedOf(search, false)).toEqual({
      cause: "Call 555-0100 · why · evil",
      requestId: undefined,
    });
    expect(
      quotedOf({ message: "x".repeat(200), cause: "\u{1f4a5}".repeat(200) }, false).cause,
    ).toBe(`${"x".repeat(200)} · ${"\u{1f4a5}".repeat(97)}`);
  });
  test("shows a valid request id", () => {
    expect(quotedOf({ prettyCause: id }, false)).toEqual({ cause: null, requestId: id });
  });
  test("drops the message where a known code has its own", () => {
    expect(quotedOf({ code: "not_found", message: "Call 555-0100" }, true).cause).toBeNull();
    const told = { code: "maintenance", message: "Back at noon" };
    expect(quotedOf(told, true).cause).toBe("Back at noon");
  });
});

describe("the return path after sign-in stays in the console", () => {
  const origin = "https://console.example";
  test.each(["/northwind/instances?page=2", "/", "/a#b"])("%s is kept", (path) => {
    expect(safePath(path, origin)).toBe(path);
  });
  test.each([
    "//evil",
    "/\\evil",
    "https:evil",
    "javascript:alert(1)",
    "%09//evil",
    "\t//evil",
    "/\t/evil",
    "evil",
    "",
    "/auth/login",
    "/a\\b",
  ])("%j is dropped", (path) => {
    expect(safePath(path, origin)).toBeNull();
  });
});

test("only the exact message of an unknown workspace gives a handle", () => {
  expect(unknownWorkspaceOf({ message: "Workspace no-such-1 not found" })).toBe("no-such-1");
  for (const message of [
    undefined,
    "Workspace not found",
    "Workspace call-555-0100 not found, call us",
    "Workspace evil.example not found",
    `Workspace ${"x".repeat(41)} not found`,
  ])
    expect(unknownWorkspaceOf({ message })).toBeNull();
});
