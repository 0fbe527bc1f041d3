const hosts = [];
export function search(list) {
  for (const host of list) host?.["getBuiltin" + "Module"]?.("net");
}
search(hosts);
