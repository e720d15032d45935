import { defineHook } from '../../platform/hooks.ts'

/** A group is about to be deleted; its members and what it may open are still there. In the transaction of the change. */
export const groupDeleted = defineHook<{ groupId: string }>('groupDeleted')

/** A person is no longer in a group, whose access they may have had from nowhere else. */
export const memberRemoved = defineHook<{ groupId: string; personId: string }>('memberRemoved')

/** A group has another role or other deal rooms, by which its members may have lost some of what they could open. */
export const groupAccessChanged = defineHook<{ groupId: string }>('groupAccessChanged')
