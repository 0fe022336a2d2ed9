/**
 * Dexie opens a BroadcastChannel when it is loaded, if there is such a thing. Firefox, told to keep a site from all
 * storage, has it and throws: the worker would not start. There is none then. Imported before Dexie.
 */
try {
  new BroadcastChannel('').close();
} catch {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}
