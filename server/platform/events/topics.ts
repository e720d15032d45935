import { setTimeout as sleep } from 'node:timers/promises'
import type { OutboxEntry } from './outbox.ts'

/** What has happened under a topic since its subscriber was last notified. */
export interface TopicChange {
  topic: string
  /** Entries of activity; with `missed` not all of them. */
  activityIds: readonly number[]
  /** There was more than is listed here: the subscriber must reload what it shows. */
  missed: boolean
}

/** A subscriber gets changes at most every 200 ms: those in between are combined. */
export interface Subscription {
  /** Such as `tree:` and an id. */
  topics: readonly string[]
  /**
   * Checked before each delivery, so that a subscriber who has lost the right receives nothing; false ends the
   * subscription. Absent for the server's own subscriptions.
   */
  mayReceive?: () => Promise<boolean>
  onChanges(changes: readonly TopicChange[]): unknown
  /** `mayReceive` returned false. */
  onEnded?: () => void
}

export interface Topics {
  /** @returns unsubscribes */
  subscribe(subscription: Subscription): () => void
  publish(entries: readonly OutboxEntry[]): void
  /** Changes of any topic may have been missed. */
  publishMissed(): void
  isEmpty(): boolean
}

/** Entries of one topic that are listed; beyond that the subscriber must reload. */
const MAX_IDS = 500
const PACE_MS = 200
/** Milliseconds until a failed delivery is retried. */
const RETRY_MS = 1000

interface Subscriber extends Subscription {
  waiting: Map<string, { ids: number[]; missed: boolean }>
  busy: boolean
  closed: boolean
}

/** Delivers what was read from the outbox to the subscribers in this process. */
export function createTopics(onError: (error: unknown) => void): Topics {
  const byTopic = new Map<string, Set<Subscriber>>()

  const end = (subscriber: Subscriber): void => {
    subscriber.closed = true
    subscriber.waiting.clear()
    for (const topic of subscriber.topics) {
      const others = byTopic.get(topic)
      others?.delete(subscriber)
      if (others?.size === 0) byTopic.delete(topic)
    }
  }
  const add = (subscriber: Subscriber, topic: string, ids: readonly number[], missed: boolean): void => {
    const waiting = subscriber.waiting.get(topic) ?? { ids: [], missed: false }
    const room = MAX_IDS - waiting.ids.length
    waiting.missed ||= missed || ids.length > room
    waiting.ids.push(...ids.slice(0, room))
    subscriber.waiting.set(topic, waiting)
    if (!subscriber.busy) void deliver(subscriber)
  }
  const deliver = async (subscriber: Subscriber): Promise<void> => {
    subscriber.busy = true
    while (subscriber.waiting.size > 0) {
      const changes = [...subscriber.waiting].map(
        ([topic, { ids, missed }]): TopicChange => ({ topic, activityIds: ids, missed }),
      )
      subscriber.waiting.clear()
      try {
        if (subscriber.mayReceive && !(await subscriber.mayReceive())) {
          end(subscriber)
          return subscriber.onEnded?.()
        }
        if (!subscriber.closed) await subscriber.onChanges(changes)
        if (subscriber.mayReceive) await sleep(PACE_MS, undefined, { ref: false })
      } catch (error) {
        onError(error)
        await sleep(RETRY_MS, undefined, { ref: false })
        if (!subscriber.closed) for (const { topic } of changes) add(subscriber, topic, [], true)
      }
    }
    subscriber.busy = false
  }
  return {
    subscribe: (subscription) => {
      const subscriber: Subscriber = { ...subscription, waiting: new Map(), busy: false, closed: false }
      for (const topic of subscription.topics) {
        byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(subscriber))
      }
      return () => end(subscriber)
    },
    publish: (entries) => {
      for (const { topic, activityIds } of entries) {
        for (const subscriber of byTopic.get(topic) ?? []) add(subscriber, topic, activityIds, false)
      }
    },
    publishMissed: () => {
      for (const [topic, subscribers] of byTopic) {
        for (const subscriber of subscribers) add(subscriber, topic, [], true)
      }
    },
    isEmpty: () => byTopic.size === 0,
  }
}
