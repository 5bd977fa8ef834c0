/**
 * The server as a process that tests kill. Node writes compiled modules to its cache when a process exits, so a killed
 * process would leave none to the next one.
 */
import { flushCompileCache } from "node:module";
import "../main.ts";

flushCompileCache();
