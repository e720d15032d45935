import type { TestProject } from 'vitest/node'
import { CEPH_PACKAGES, hasCeph, type StoreAddress, startCeph } from './ceph.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A store of objects; null where the machine has none, and its tests are skipped. */
    objectStore: StoreAddress | null
  }
}

/** Starts an object store for the tests of its adapter. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await hasCeph())) {
    console.warn(`Skipped: the tests of object storage need Debian's ${CEPH_PACKAGES}.`)
    project.provide('objectStore', null)
    return undefined
  }
  const { stop, ...store } = await startCeph()
  project.provide('objectStore', store)
  return stop
}
