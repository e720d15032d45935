/** How long a session lives, in milliseconds: without a request, and in any case. */
export interface SessionLimits {
  idleMs: number
  maxMs: number
}

/** 12 hours without a request, 14 days in any case (AUTH-17). */
export const SESSION_LIMITS: SessionLimits = { idleMs: 12 * 3_600_000, maxMs: 14 * 24 * 3_600_000 }

/** A session is alive that was last seen, and made, after these moments. */
export const earliest = (limits: SessionLimits, now: Date) => ({
  seen: new Date(now.getTime() - limits.idleMs),
  created: new Date(now.getTime() - limits.maxMs),
})
