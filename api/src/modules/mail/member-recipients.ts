/** The members who get an email about their workspace. It runs as boreal_system. */
export {
  findMember,
  findOwner,
  findWorkspaceNames,
  listBillingRecipients,
  type WorkspaceNames,
} from "./member-store.ts";
