/*
 * The browser script of the emulated Stripe: the part of Stripe.js that Boreal calls. Card data stays in a frame of the
 * emulator's origin; this script sees only ids.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);

  function createFrame(path, title) {
    const frame = document.createElement("iframe");
    const loaded = new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
    });
    frame.src = origin + path;
    frame.title = title;
    // With the scheme of its document, a frame stays transparent on a dark page.
    Object.assign(frame.style, {
      border: "0",
      width: "100%",
      display: "block",
      colorScheme: "light",
    });
    return { frame, loaded };
  }

  /** Sends a message to a frame and resolves with its answer. */
  async function ask({ frame, loaded }, message) {
    await loaded;
    const channel = new MessageChannel();
    return await new Promise((resolve) => {
      channel.port1.onmessage = ({ data }) => resolve(data);
      frame.contentWindow.postMessage(message, origin, [channel.port2]);
    });
  }

  function createCardElement(options) {
    const style = encodeURIComponent(JSON.stringify(options?.style ?? {}));
    const own = createFrame(`/elements/card#${style}`, "Secure card payment input frame");
    own.frame.style.height = "1.5rem";
    const handlers = new Map();
    const notify = ({ source, origin: sender, data }) => {
      if (sender !== origin || source !== own.frame.contentWindow) return;
      for (const handler of handlers.get(data.event) ?? []) handler(data.detail);
    };
    return {
      mount(target) {
        window.addEventListener("message", notify);
        target.append(own.frame);
        void own.loaded.then(() => {
          for (const handler of handlers.get("ready") ?? []) handler();
        });
      },
      on(event, handler) {
        handlers.set(event, [...(handlers.get(event) ?? []), handler]);
      },
      focus() {
        own.frame.contentWindow.postMessage({ kind: "focus" }, origin);
      },
      destroy() {
        window.removeEventListener("message", notify);
        own.frame.remove();
      },
      createCard: (key) => ask(own, { kind: "create", key }),
    };
  }

  /** Shows the bank's page until it is answered or closed. */
  function showChallenge(url) {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      Object.assign(dialog.style, {
        margin: "auto",
        width: "min(26rem, 92vw)",
        padding: "0",
        border: "0",
        borderRadius: "12px",
        overflow: "hidden",
      });
      dialog.setAttribute("aria-label", "3-D Secure");
      const { frame } = createFrame("", "3-D Secure");
      frame.src = url;
      frame.style.height = "18rem";
      dialog.append(frame);
      document.body.append(dialog);
      const end = (result) => {
        window.removeEventListener("message", answer);
        dialog.remove();
        resolve(result);
      };
      function answer({ source, origin: sender, data }) {
        if (sender === origin && source === frame.contentWindow && data === "3ds-answered")
          end("answered");
      }
      window.addEventListener("message", answer);
      dialog.addEventListener("cancel", () => end("closed"));
      dialog.showModal();
    });
  }

  window.Stripe = (key) => {
    const controller = createFrame("/elements/controller", "Stripe controller");
    Object.assign(controller.frame.style, { display: "none" });
    controller.frame.setAttribute("aria-hidden", "true");
    document.body.append(controller.frame);
    const request = (method, path, form) =>
      ask(controller, { kind: "request", method, path, form: { key, ...form } });

    async function confirm(kind, secret, { payment_method: method }) {
      const [id] = secret.split("_secret_");
      const path = `/v1/${kind}s/${id}`;
      let card = method;
      if (typeof method === "object") {
        const created = await method.card.createCard(key);
        if (created.error !== undefined) return { error: created.error };
        card = created.id;
      }
      let intent = await request("POST", `${path}/confirm`, {
        client_secret: secret,
        payment_method: card,
      });
      if (intent.error !== undefined) return { error: intent.error };
      if (intent.status === "requires_action") {
        const { url } = intent.next_action.redirect_to_url;
        const result = await showChallenge(url);
        if (result === "closed")
          await request("POST", `/3ds/${id}`, { client_secret: secret, result: "fail" });
        intent = await request("GET", path, { client_secret: secret });
      }
      const error = intent.last_payment_error ?? intent.last_setup_error;
      if (intent.status === "requires_payment_method" && error !== null) return { error };
      return kind === "setup_intent" ? { setupIntent: intent } : { paymentIntent: intent };
    }

    return {
      elements: () => ({ create: (_type, options) => createCardElement(options) }),
      confirmCardSetup: (secret, data) => confirm("setup_intent", secret, data),
      confirmCardPayment: (secret, data) => confirm("payment_intent", secret, data),
    };
  };
})();
