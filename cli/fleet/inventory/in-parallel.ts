/** Works on all items, a limited number at a time. The results are in the order of the items. */
export async function inParallel<Item, Value>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
