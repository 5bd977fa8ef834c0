/** Who may import whom. Each rule says why, since the reason is what one needs when it stops one. */

const NOUN = "^api/src/(?!core/|ports/|providers/|migrations/|demo/|testing/)([^/]+)/";

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "Files that need each other cannot be read, tested or moved one by one.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "not-resolvable",
      comment:
        "The import leads nowhere: a wrong path, or a package that package.json does not list.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "contracts-import-zod-only",
      comment:
        "Contracts are what both sides agree on: they run in the browser and on the server, so they know neither.",
      severity: "error",
      from: { path: "^contracts/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^contracts/", "^node_modules/zod/"] },
    },
    {
      name: "api-not-to-web",
      comment: "Server and console meet in contracts/ only.",
      severity: "error",
      from: { path: "^api/" },
      to: { path: "^web/" },
    },
    {
      name: "web-not-to-api",
      comment:
        "Server and console meet in contracts/ only: what the console needs is in a contract.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(api|emulators|tools|e2e|bench)/" },
    },
    {
      name: "web-not-to-node",
      comment: "The console runs in a browser.",
      severity: "error",
      from: { path: "^web/src/", pathNot: "\\.test\\.tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "clients-stand-alone",
      comment:
        "A client runs on a machine that has nothing of ours: what it needs of the contracts is generated into it.",
      severity: "error",
      from: { path: "^clients/", pathNot: "\\.test\\.ts$|/testing/" },
      to: {
        path: "^(api|contracts|web|emulators|tools|e2e|bench)/|^node_modules/",
        // In the repository the command is run as it is written. The two packages are the client's own.
        pathNot: "^tools/handover\\.mjs$|^node_modules/(proxy-from-env|undici)/",
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
      name: "nobody-imports-clients",
      comment: "Clients are for others: the product does not call itself over its own API.",
      severity: "error",
      from: { path: "^(api|contracts|web|emulators|tools|bench)/" },
      to: { path: "^clients/" },
    },
    {
      name: "ui-knows-no-router-and-no-query",
      comment:
        "A primitive of ui/ is told what to show and tells what was pressed; where data and addresses come from is a block's concern.",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^(web/src/(blocks|routes)/|node_modules/@tanstack/)" },
    },
    {
      name: "blocks-know-no-route",
      comment: "Blocks are composed by routes, not the other way round; a block names no noun.",
      severity: "error",
      from: { path: "^web/src/components/" },
      to: { path: "^web/src/routes/" },
    },
    {
      name: "emulators-know-only-the-clock",
      comment:
        "An emulator that shares code with the server would share its mistakes about the protocol. Only the clock is one for both.",
      severity: "error",
      from: { path: "^emulators/" },
      to: { path: "^(api|contracts|web)/", pathNot: "^api/src/core/clock\\.ts$" },
    },
    {
      name: "product-not-to-emulators",
      comment:
        "The product has no test branch: an emulator is reached by its address, as the real one.",
      severity: "error",
      from: { path: "^(api|contracts|web)/", pathNot: ["\\.test\\.tsx?$", "^api/src/testing/"] },
      to: { path: "^(emulators|tools|e2e|bench)/" },
    },
    {
      name: "store-is-private-to-its-noun",
      comment: "Call the other noun's use case: its rules stand between you and its rows.",
      severity: "error",
      from: { path: NOUN },
      to: { path: `${NOUN}.*store\\.ts$`, pathNot: "^api/src/$1/" },
    },
    {
      name: "core-knows-no-noun",
      comment: "core/ serves every noun, so it depends on none.",
      severity: "error",
      from: { path: "^api/src/core/", pathNot: "\\.test\\.ts$" },
      to: { path: NOUN },
    },
    {
      name: "providers-know-no-noun",
      comment:
        "A provider translates between its port and a wire; what it is asked for is not its business.",
      severity: "error",
      from: { path: "^api/src/(providers|ports)/", pathNot: "\\.test\\.ts$" },
      to: { path: NOUN },
    },
    {
      name: "nouns-reach-providers-by-their-port",
      comment:
        "A noun speaks the words of ports/; which provider answers is decided where the process is put together.",
      severity: "error",
      from: { path: NOUN, pathNot: "\\.test\\.ts$" },
      to: { path: "^api/src/providers/" },
    },
    {
      name: "testing-is-for-tests",
      comment: "What makes a world for tests has no place in the running product.",
      severity: "error",
      from: { path: "^(api|contracts|web)/", pathNot: ["\\.test\\.tsx?$", "^api/src/testing/"] },
      to: { path: "^api/src/testing/" },
    },
    {
      name: "nothing-imports-a-test",
      comment: "What a test needs to share has a file of its own.",
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
