import { expect, test } from "vitest";
import { idForSupport, ProblemError } from "./problem-error.ts";

const problem = (status: number) =>
  new ProblemError({ status, code: "internal", message: "Internal error", requestId: "r-1" });

test("a server error carries the request id for support, a client error does not", () => {
  expect(idForSupport(problem(500))).toBe("r-1");
  expect(idForSupport(problem(503))).toBe("r-1");
  expect(idForSupport(problem(409))).toBeNull();
  expect(idForSupport(new Error("broken"))).toBeNull();
});
