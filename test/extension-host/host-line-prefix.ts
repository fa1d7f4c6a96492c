/** Marks the lines of our tests among all that an extension host logs. */
export const hostLinePrefix = "TEST|";
