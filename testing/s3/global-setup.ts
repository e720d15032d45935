import type { TestProject } from 'vitest/node'
import { CEPH_PACKAGES, hasCeph, startCeph } from './ceph.ts'

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
