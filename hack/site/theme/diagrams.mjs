/** A script that defines `mermaid`. Only pages with a diagram load it. */
import address from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";

/** Draws each diagram of the page from its text, which stays there if the script does not run. */
export async function drawDiagrams(isDark) {
  const diagrams = [...document.querySelectorAll("pre.mermaid")];
  if (diagrams.length === 0) return;
  const mermaid = await load();
  // Labels have the colour of the page behind them, for their contrast.
  const edgeLabelBackground = isDark ? "#1b1b1f" : "#ffffff";
  const theme = isDark ? "dark" : "neutral";
  mermaid.initialize({ startOnLoad: false, theme, themeVariables: { edgeLabelBackground } });
  for (const diagram of diagrams) {
    diagram.dataset.text ??= diagram.textContent;
    diagram.textContent = diagram.dataset.text;
    delete diagram.dataset.processed;
  }
  await mermaid.run({ nodes: diagrams });
}

let loading;

const load = () =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(globalThis.mermaid);
    script.onerror = () => reject(new Error(`${address} does not load`));
    document.head.append(script);
  }));
