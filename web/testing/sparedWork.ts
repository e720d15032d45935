import * as React from 'react'

/** Takes away what a page computes in tests alone and nobody reads: a sixth of their time. */
export function spareWork(): void {
  // As browsers have it. happy-dom's is the HTML of all that is in the element, and libraries ask for it to find out whether
  // something is the window.
  if (typeof Element !== 'undefined')
    Element.prototype.toString = function () {
      return Object.prototype.toString.call(this)
    }
  // React notes with each element where it was made, for its warnings: as if it had made ten thousand of them already, from
  // where on it does so no longer.
  const internals: unknown = Reflect.get(React, INTERNALS)
  if (typeof internals !== 'object' || internals === null || !(NOTED in internals))
    throw new Error('React keeps what it notes of elements elsewhere now.')
  Object.defineProperty(internals, NOTED, { get: () => Number.POSITIVE_INFINITY, set: () => {} })
}

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const NOTED = 'recentlyCreatedOwnerStacks'
