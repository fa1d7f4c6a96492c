/**
 * Why a call's signal aborts although nothing is wrong: the person ends the call and wants the model to have what the
 * server has told so far.
 */
export class ProgressWanted extends Error {
  constructor() {
    super("The user ended this call before it had finished.");
    this.name = "ProgressWanted";
  }
}
