/** Project-specific lint rules. */

const injectedClock = {
  create(context) {
    return {
      NewExpression(node) {
        const isNow = node.callee.type === "Identifier" && node.callee.name === "Date";
        if (isNow && node.arguments.length === 0) {
          context.report({
            node,
            message:
              "Time is injected: take a Clock and call its now(), so that tests and the demo can move it.",
          });
        }
      },
    };
  },
};

export default {
  meta: { name: "boreal" },
  rules: { "injected-clock": injectedClock },
};
