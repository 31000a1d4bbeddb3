// The conversation with the server: requests with their answers, and events. The
// messages are described in message.go.

const subprotocol = "bolshak.1";

export class Socket extends EventTarget {
  #socket = null;
  #pending = new Map();
  #next = 1;
  #wait = 250; // ms before the next attempt to connect

  constructor() {
    super();
    this.hello = null; // what the server has to offer, once it has said so
    this.connect();
    // A telephone that wakes up should not wait.
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#hurry());
  }

  connect() {
    const address = new URL("/socket", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, subprotocol);
    this.#socket = socket;
    socket.onmessage = (m) => this.#take(JSON.parse(m.data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      for (const { reject } of this.#pending.values()) reject(new Lost());
      this.#pending.clear();
      this.dispatchEvent(new Event("lost"));
      setTimeout(() => this.#socket || this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.6, 5000);
    };
  }

  #hurry() {
    this.#wait = 250;
    if (!this.#socket) this.connect();
  }

  #take(message) {
    if (message.event) {
      if (message.event === "hello") {
        this.hello = message.data;
        this.#wait = 250;
      }
      this.dispatchEvent(new CustomEvent(message.event, { detail: message.data }));
      return;
    }
    const waiting = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (!waiting) return;
    if (message.error !== undefined) waiting.reject(new Error(message.error));
    else waiting.resolve(message.ok);
  }

  /** Asks the server for something. The promise has the request's id. */
  ask(what, args = {}) {
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Lost());
        return;
      }
      this.#pending.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, do: what, args }));
    });
    answer.id = id;
    return answer;
  }

  on(event, f) {
    this.addEventListener(event, (e) => f(e.detail));
  }
}

/** The error of a request that got no answer because the connection was lost. */
export class Lost extends Error {
  constructor() {
    super("the connection is lost");
  }
}
