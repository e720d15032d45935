/** Home and the deal-room landing are fetched again after this long, in ms (HOME-18, LAND-05). */
export const POLL_EVERY = 60_000
