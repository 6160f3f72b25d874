const NAME = /^(?=.{1,63}$)[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const PREFIX = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Source  apimachinery content.IsLabelKey: a name, with an optional DNS subdomain before a slash. */
export function isLabelKey(key: string): boolean {
  const slash = key.indexOf("/");
  const hasPrefix = slash === -1 || PREFIX.test(key.slice(0, slash));
  return hasPrefix && NAME.test(key.slice(slash + 1));
}

/** Source  apimachinery validation.IsValidLabelValue: a name, or empty. */
export const isLabelValue = (value: string): boolean => value === "" || NAME.test(value);
