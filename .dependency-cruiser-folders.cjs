/**
 * No cycles between folders: two folders that need each other are one folder with two names. Tests are left out, since
 * a test may use any part of the product. Types count, because a reader follows them like any other import.
 */
module.exports = {
  forbidden: [
    {
      name: "no-circular-folders",
      comment:
        "Move the function to the folder that knows its subject, or pass it in. The folders are the modules and core " +
        "parts of the API and the features of the console.",
      severity: "error",
      scope: "folder",
      from: { path: "^(api/src/modules|api/src/core|web/src/features)/[^/]+$" },
      to: { circular: true, path: "^(api/src/modules|api/src/core|web/src/features)/[^/]+$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$|/testing/|\\.gen\\.ts$|^node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    metrics: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
