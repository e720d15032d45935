import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cpuTime } from '../../../testing/cpuTime.ts'
import { planTasks } from './plan.ts'
import { createTaskTable, PUBLISH_EVERY_MS } from './taskTable.ts'
import { file, target } from './testing/harness.ts'

function tableOf(count: number) {
  const table = createTaskTable()
  const entries = Array.from({ length: count }, (_, index) => file(`file ${index}.pdf`, 'x'))
  let id = 0
  table.add(planTasks(target, entries, 1000, () => ++id))
  table.publish()
  return table
}

describe('createTaskTable', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('changes are published together, ten times a second at most', () => {
    const table = tableOf(2)
    const before = table.getSnapshot()
    let published = 0
    table.subscribe(() => {
      published += 1
    })
    table.settle(1, 'waiting', { status: 'uploading' })
    for (let step = 1; step <= 100; step += 1) table.settle(1, 'uploading', { progress: step / 100 })
    expect(table.getSnapshot()).toBe(before)
    vi.advanceTimersByTime(PUBLISH_EVERY_MS)
    expect(published).toBe(1)
    expect(table.getSnapshot().tasks[0]).toMatchObject({ status: 'uploading', progress: 1 })
    vi.advanceTimersByTime(1000)
    expect(published).toBe(1)
  })

  test('a published state never changes; only what changed is a new object', () => {
    const table = tableOf(2)
    const before = table.getSnapshot()
    table.settle(1, 'waiting', { status: 'uploading' })
    table.publish()
    const after = table.getSnapshot()
    expect(before.tasks[0]?.status).toBe('waiting')
    expect(after.tasks[0]).not.toBe(before.tasks[0])
    expect(after.tasks[1]).toBe(before.tasks[1])
  })

  test('an item that left the expected status is not changed', () => {
    const table = tableOf(1)
    expect(table.settle(1, 'uploading', { status: 'done' })).toBe(false)
    expect(table.settle(99, 'waiting', { status: 'done' })).toBe(false)
    expect(table.get(1)?.status).toBe('waiting')
  })

  test.each([
    [[1, 0.5, 0], 50],
    [[0.299], 29],
    [[0.999], 99],
    [Array.from({ length: 100 }, () => 0.58), 58],
    [Array.from({ length: 3 }, () => 1), 100],
  ])('UPL-24 the mean progress is rounded down (case %#)', (progress, percent) => {
    const table = tableOf(progress.length)
    progress.forEach((value, index) => {
      table.settle(index + 1, 'waiting', { progress: value })
    })
    table.publish()
    expect(table.getSnapshot().percent).toBe(percent)
  })

  test('UPL-26 waiting, uploading and confirming items remain, others do not', () => {
    const table = tableOf(7)
    const ends = ['uploading', 'confirming', 'done', 'unconfirmed', 'failed', 'canceled'] as const
    ends.forEach((status, index) => {
      table.settle(index + 1, 'waiting', { status })
    })
    table.publish()
    expect(table.getSnapshot()).toMatchObject({ total: 7, remaining: 3, failed: 2, canceled: 1, busy: true })
  })

  test('3,000 items cost under 50 ms for 1,000 changes, with their publications', () => {
    const table = tableOf(3000)
    table.subscribe(() => table.getSnapshot().tasks.length)
    const costs = () => {
      const started = cpuTime()
      for (let change = 0; change < 1000; change += 1) {
        table.settle((change % 3000) + 1, 'waiting', { progress: change / 1000 })
        // A second's worth of changes is published ten times.
        if (change % 100 === 99) vi.advanceTimersByTime(PUBLISH_EVERY_MS)
      }
      return cpuTime() - started
    }
    // The least of five: the first are compiled meanwhile, and others use this machine, too.
    expect(Math.min(...Array.from({ length: 5 }, costs))).toBeLessThan(50)
  })
})
