import { describe } from "vitest";

import { killed } from "./cluster/api-server.ts";
import { whileAway } from "./outage/while-away.ts";

describe("an operator whose API server is killed", () => {
  whileAway("killed", 15, killed);
});
