import { describe } from "vitest";

import { frozen } from "./cluster/api-server.ts";
import { whileAway } from "./outage/while-away.ts";

describe("an operator whose API server is frozen", () => {
  whileAway("frozen", frozen);
});
