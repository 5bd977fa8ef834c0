/** When an unpaid invoice has which consequence. Days count from its due date, 7 days after its issue. */
export const hourMs = 3_600_000;
/** The workspace is suspended and its instances are powered off. */
export const suspendDays = 14;
/** So long before, the suspension is announced. */
export const announceDays = 3;
/** So long before, the announcement is repeated. */
export const remindHours = 24;
