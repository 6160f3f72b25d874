import { readSample, sampleNames, type Scaler } from "../../demo/sample/catalogue.ts";

/** The samples whose one Autoscaler follows the CPU of a Deployment. */
export const cpuSamples = (): readonly string[] =>
  sampleNames().filter(name => {
    const { scalers } = readSample(name);
    const [only] = scalers;
    return scalers.length === 1 && only?.kind === "Autoscaler" && isByCpu(only);
  });

/** Without metrics, it follows the CPU. */
function isByCpu({ spec }: Scaler): boolean {
  const { scaleTargetRef, metrics = [], thresholds = [], nodes } = spec;
  return (
    scaleTargetRef?.kind === "Deployment" &&
    thresholds.length === 0 &&
    nodes === undefined &&
    metrics.every(
      ({ resource }) => resource?.name === "cpu" && resource.target.type === "Utilization",
    )
  );
}
