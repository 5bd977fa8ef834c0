/** The errors of an order by field, collected over all its lines. */
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode } from "#contracts/field-errors.ts";
import type { FieldError, FieldProblem } from "#contracts/field-problem.ts";
import { type CartOrder, orderLinePath } from "#contracts/orders.ts";
import { ValidationError } from "../../core/lib/problem-error.ts";
import type { NamedRow } from "./order-store.ts";

export class FieldErrors {
  readonly found: Record<string, FieldProblem[]> = {};
  readonly #order: CartOrder;
  constructor(order: CartOrder) {
    this.#order = order;
  }
  /** Rejects the field of a line; `number` counts from 0. */
  add<C extends FieldErrorCode>(
    number: number,
    field: string,
    error: FieldError<C>,
    existing?: NamedRow,
  ): void {
    this.addProblem(number, field, toFieldProblem(error, existing));
  }
  addProblem(number: number, field: string, problem: FieldProblem): void {
    (this.found[orderLinePath(this.#order, number, field)] ??= []).push(problem);
  }
  throwIfAny(): void {
    if (Object.keys(this.found).length > 0) throw new ValidationError(this.found);
  }
}
