import { describe } from "vitest";

import { frozen } from "./cluster/api-server.ts";
import { whileAway } from "./outage/while-away.ts";

describe("an operator whose API server is frozen", () => {
  // Idle, the operator notices it by the Lease of the namespaces: due every 15 seconds, and 5 until it fails.
  whileAway("frozen", 25, frozen);
});
