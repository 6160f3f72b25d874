import axe from "axe-core";
import type { Page } from "playwright-core";

interface Results {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[];
  }[];
}

/**
 * What the rules of axe-core (WCAG 2.2 AA and best practices) find in the page as it is now, one sentence for
 * each element.
 */
export async function violationsIn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // Unlike `page.evaluate`, it also works on a page whose CSP forbids `eval`.
  const evaluate = (expression: string) =>
    session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  await evaluate(axe.source);
  const { result, exceptionDetails } = await evaluate("axe.run(document)");
  await session.detach();
  if (exceptionDetails) throw new Error(`axe-core failed: ${exceptionDetails.text}`);
  const { violations } = result.value as Results;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(" ")}: ${html}`),
  );
}
