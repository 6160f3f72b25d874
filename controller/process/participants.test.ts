import { expect, it } from "vitest";

import { Participants, type Participant } from "./participants.ts";

it("a part receives the events that concern it, next to parts without handlers", async () => {
  const told: string[] = [];
  const tell = (what: string): Promise<void> => Promise.resolve(void told.push(what));
  const part: Required<Participant> = {
    wake: topic => void tell(topic),
    reconnected: () => void tell("reconnected"),
    elected: () => void tell("elected"),
    leaderCallbacks: {
      onStartedLeading: isFirst => void tell(`started leading, first: ${isFirst}`),
      onStoppedLeading: () => tell("stopped leading"),
      onNamespacesLeft: namespaces => void tell(`left: ${namespaces.join()}`),
    },
    objects: { whenSynced: () => tell("synced") },
    queue: { kind: "Autoscaler", depth: () => 3 },
  };
  const participants = new Participants();
  for (const each of [{}, part, {}]) participants.join(each);
  participants.wake("nodes/");
  participants.reconnected();
  participants.elected();
  participants.startedLeading(true);
  participants.namespacesLeft(["a", "b"]);
  await participants.stoppedLeading();
  await participants.whenSynced();
  expect(told).toEqual([
    "nodes/",
    "reconnected",
    "elected",
    "started leading, first: true",
    "left: a,b",
    "stopped leading",
    "synced",
  ]);
  expect(participants.depths()).toEqual(new Map([["Autoscaler", 3]]));
});
