/** Import boundaries. Each rule states its reason. */

/** A folder of the API that implements a resource. */
const MODULE = "^api/src/modules/([^/]+)/";

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "Files that import each other cannot be read, tested or moved separately.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "not-resolvable",
      comment:
        "The import cannot be resolved: a wrong path, or a package missing from package.json.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "contracts-import-zod-only",
      comment: "Contracts run in the browser and on the server, so they depend on neither.",
      severity: "error",
      from: { path: "^contracts/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^contracts/", "^node_modules/zod/"] },
    },
    {
      name: "api-not-to-web",
      comment: "Server and console share code through contracts/ only.",
      severity: "error",
      from: { path: "^api/" },
      to: { path: "^web/" },
    },
    {
      name: "web-not-to-api",
      comment: "Server and console share code through contracts/ only.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(api|emulators|tools|e2e|bench)/" },
    },
    {
      name: "web-not-to-node",
      comment: "The console runs in a browser; only the entry of its server rendering does not.",
      severity: "error",
      from: { path: "^web/src/", pathNot: "\\.test\\.tsx?$|^web/src/render-page\\.tsx$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "clients-stand-alone",
      comment:
        "A client is published on its own: the types it needs from the contracts are generated.",
      severity: "error",
      from: { path: "^clients/", pathNot: "\\.test\\.ts$|/testing/" },
      to: {
        path: "^(api|contracts|web|emulators|tools|e2e|bench)/|^node_modules/",
        // In the repository the CLI runs from source. The two packages are dependencies of the client.
        pathNot: "^tools/bootstrap\\.mjs$|^node_modules/(proxy-from-env|undici)/",
      },
    },
    {
      name: "client-not-to-node",
      comment: "The client runs in browsers too; only the command in cli/ needs Node.",
      severity: "error",
      from: { path: "^clients/typescript/src/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "not-to-clients",
      comment: "Clients are for customers: the product does not call its own API over HTTP.",
      severity: "error",
      from: { path: "^(api|contracts|web|emulators|tools|bench)/" },
      to: { path: "^clients/" },
    },
    {
      name: "ui-not-to-router-or-query",
      comment:
        "A ui/ primitive gets data as props and reports events. Data and URLs are the concern of components/.",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^(web/src/(components|features|routes|shell)/|node_modules/@tanstack/)" },
    },
    {
      name: "lib-knows-no-resource",
      comment:
        "lib/ serves every page. What is about one resource is in its feature; what several features show is in components/. " +
        "lib/features/ collects what features declare by file name and names none of them.",
      severity: "error",
      from: { path: "^web/src/lib/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/src/(components|features|routes|shell)/" },
    },
    {
      name: "components-know-no-feature",
      comment: "Features, the shell and routes compose components, never the other way round.",
      severity: "error",
      from: { path: "^web/src/components/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/src/(features|routes|shell)/" },
    },
    {
      name: "features-know-no-page",
      comment: "Routes and the shell compose features, never the other way round.",
      severity: "error",
      from: { path: "^web/src/features/" },
      to: { path: "^web/src/(routes|shell)/" },
    },
    {
      name: "shell-knows-no-route",
      comment: "Routes choose their layout, so the shell depends on no route.",
      severity: "error",
      from: { path: "^web/src/shell/" },
      to: { path: "^web/src/routes/" },
    },
    {
      name: "feature-is-private",
      comment:
        "What other features and the shell may use of a feature is in its shared/ folder, one file per thing and without " +
        "a barrel file. Everything else can change without a look at other features. Only routes import all of it.",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/($1/|[^/]+/shared/)" },
    },
    {
      name: "feature-is-private-to-shell",
      comment: "The shell uses what a feature shares, see feature-is-private.",
      severity: "error",
      from: { path: "^web/src/shell/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/[^/]+/shared/" },
    },
    {
      name: "emulators-import-the-clock-only",
      comment:
        "An emulator that shared code with the server would share its mistakes about the protocol. Only the clock is shared.",
      severity: "error",
      from: { path: "^emulators/" },
      to: { path: "^(api|contracts|web)/", pathNot: "^api/src/core/lib/clock\\.ts$" },
    },
    {
      name: "product-not-to-emulators",
      comment:
        "The product has no test branches: an emulator is reached by URL, like the real service.",
      severity: "error",
      from: { path: "^(api|contracts|web)/", pathNot: ["\\.test\\.tsx?$", "^api/src/testing/"] },
      to: { path: "^(emulators|tools|e2e|bench)/" },
    },
    {
      name: "store-is-private-to-its-module",
      comment: "Call a use case of the other module, which enforces its rules, instead of its SQL.",
      severity: "error",
      from: { path: MODULE },
      to: { path: `${MODULE}.*store\\.ts$`, pathNot: "^api/src/modules/$1/" },
    },
    {
      name: "core-not-to-modules",
      comment: "core/ serves every module and the backup, so it depends on neither.",
      severity: "error",
      from: { path: "^api/src/core/", pathNot: "\\.test\\.ts$" },
      to: { path: [MODULE, "^api/src/backup/"] },
    },
    {
      name: "providers-not-to-modules",
      comment:
        "A provider translates between its port and a protocol. It contains no business rules.",
      severity: "error",
      from: { path: "^api/src/(providers|ports)/", pathNot: "\\.test\\.ts$" },
      to: { path: MODULE },
    },
    {
      name: "modules-not-to-providers",
      comment: "Modules depend on ports. bootstrap.ts chooses the provider.",
      severity: "error",
      from: { path: MODULE, pathNot: "\\.test\\.ts$" },
      to: { path: "^api/src/providers/" },
    },
    {
      name: "testing-is-for-tests",
      comment: "Test environments are not part of the product.",
      severity: "error",
      from: { path: "^(api|contracts|web)/", pathNot: ["\\.test\\.tsx?$", "^api/src/testing/"] },
      to: { path: "^api/src/testing/" },
    },
    {
      name: "nothing-imports-a-test",
      comment: "Code shared by tests has a file of its own.",
      severity: "error",
      from: {},
      to: { path: "\\.(test|e2e)\\.tsx?$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|earlier|next|node_modules/\\.cache)/|\\.gen\\.ts$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
