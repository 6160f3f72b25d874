import { command } from "../../host/command.ts";
import { withLock } from "../../host/lock.ts";
import { clustersFolder, destroyFolder, listFolders, sweepOrphans } from "../folder.ts";

// Ends the cluster of that name, or every cluster that up.ts started. Always ends clusters whose process was
// killed before it could end them. Leaves clusters of a living process alone.
const name = process.argv[2];

await command(() =>
  withLock(clustersFolder(), () => {
    for (const path of sweepOrphans()) console.log(`Swept ${path}.`);
    for (const { path, record } of listFolders()) {
      if (name !== undefined && record.name !== name) continue;
      if (record.owner) {
        console.log(`Left ${record.name}: process ${record.owner.pid} uses it and will end it.`);
      } else {
        destroyFolder(path);
        console.log(`Ended ${record.name}.`);
      }
    }
    return Promise.resolve();
  }),
);
