import type { ReactNode } from "react";
import type { RequestPreview } from "../code-samples/request-preview.ts";

/** A selected row for which the action is possible, with its request. */
export interface BulkItem {
  readonly id: string;
  readonly name: string;
  readonly request: RequestPreview;
}

/** A selected row for which the action is not possible. */
export interface ImpossibleItem {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** One action for several rows, with a request for each. */
export interface BulkAction {
  /** Disruptive actions ask; destructive ones also require the typed text. */
  readonly severity: "disruptive" | "destructive";
  readonly items: readonly BulkItem[];
  readonly impossible: readonly ImpossibleItem[];
  /** The question: "Reboot 3 instances?". */
  readonly title: string;
  /** "Reboot 3 instances". */
  readonly confirmLabel: string;
  readonly text: ReactNode;
  /** The text to type for a destructive action. */
  readonly typedText: string;
  /** Introduces the rows that stay as they are: "2 instances can't be rebooted:". */
  readonly impossibleLabel: string;
  /** The result for a row: "Rebooting". */
  readonly doneLabel: string;
  /** The result for several rows: "Rebooting 3 instances". */
  readonly doneMessage: (count: number) => string;
  /** Refetches what the action changed. */
  readonly onChanged: () => Promise<void>;
}
