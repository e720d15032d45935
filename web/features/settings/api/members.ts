import { useEffect, useState } from 'react'
import type { ApiMember } from '../../../../shared/apiMember.ts'
import { API_SCHEMA } from '../../../addresses.ts'

/** All that the API has; undefined until it is there. */
export function useApiMembers(): {
  members: readonly ApiMember[] | undefined
  failed: boolean
  again: () => void
} {
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<readonly ApiMember[] | 'failed'>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of Try again asks anew.
  useEffect(() => {
    const controller = new AbortController()
    setFound(undefined)
    fetch(API_SCHEMA, { signal: controller.signal })
      .then(async (answer) => setFound(answer.ok ? (await answer.json()).members : 'failed'))
      .catch(() => {
        if (!controller.signal.aborted) setFound('failed')
      })
    return () => controller.abort()
  }, [tries])
  return {
    members: found === 'failed' ? undefined : found,
    failed: found === 'failed',
    again: () => setTries(tries + 1),
  }
}

/** Those that have every word of a search: what is called so first, then what has a field or a text of it. */
export function matching(members: readonly ApiMember[], search: string): readonly ApiMember[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return members
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const byName = members.filter(({ name }) => has(name))
  const named = new Set(byName)
  const byText = members.filter(
    (member) =>
      !named.has(member) &&
      has(
        [member.signature, member.description, ...member.fields.map(({ signature }) => signature)].join(' '),
      ),
  )
  return [...byName, ...byText]
}
