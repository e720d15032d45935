import { KeyMissingError, KeyTakenError, NotRemovedError, type Storage, type Unfinished } from './storage.ts'

/**
 * A storage and a second place (STORE-34): what the first lacks is read in the second, what is removed is removed in both, and
 * nothing is written to the second. Contents may be moved between the two meanwhile.
 */
export function inTwoPlaces(first: Storage, second: Storage): Storage {
  /** Where each transfer runs. */
  const places = new WeakMap<Unfinished, Storage>()

  return {
    ...first,

    async put(key, source, options) {
      if (options.ifAbsent && (await second.head(key)) !== null) throw new KeyTakenError()
      return first.put(key, source, options)
    },

    head: async (key) => (await first.head(key)) ?? (await second.head(key)) ?? (await first.head(key)),

    async read(key, range, write) {
      // What is moved from one to the other between two questions is in the first by the third.
      for (const place of [first, second]) {
        try {
          return await place.read(key, range, write)
        } catch (error) {
          // Thrown before the first chunk.
          if (!(error instanceof KeyMissingError)) throw error
        }
      }
      return first.read(key, range, write)
    },

    async remove(keys) {
      const failures = new Map<string, unknown>()
      // A content that is being copied is there again after the first two: whoever copies looks at its source afterwards.
      for (const place of [second, first, second]) {
        await place.remove(keys).catch((error: unknown) => {
          if (!(error instanceof NotRemovedError)) throw error
          for (const key of error.keys) failures.set(key, error)
        })
      }
      if (failures.size > 0) throw new NotRemovedError(failures)
    },

    async *list(which) {
      yield* first.list(which)
      for await (const key of second.list(which)) if ((await first.head(key)) === null) yield key
    },

    async *unfinished(key) {
      for (const place of [first, second]) {
        for await (const each of place.unfinished(key)) {
          places.set(each, place)
          yield each
        }
      }
    },

    ...(first.direct && {
      direct: {
        ...first.direct,
        readAddress: async (key, read) =>
          (await first.head(key)) === null ? null : ((await first.direct?.readAddress(key, read)) ?? null),
      },
    }),

    abort: (unfinished) => (places.get(unfinished) ?? first).abort(unfinished),
  }
}
