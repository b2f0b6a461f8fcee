// Made from docs/openapi.json by `pnpm openapi`: not to be edited.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name the service and its version
         * @description Returns the name and the version of the service.
         *
         *     Needs no credential.
         */
        get: operations["describeService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/add-ons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List add-ons
         * @description Lists add-ons, newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listAddOns"];
        put?: never;
        /**
         * Create an add-on
         * @description Creates an add-on: an extra that is booked beside a package.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["createAddOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/add-ons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an add-on
         * @description Returns one add-on.
         *
         *     Needs the scope READ.
         */
        get: operations["getAddOn"];
        put?: never;
        post?: never;
        /**
         * Archive an add-on
         * @description Archives the record, which can’t be booked again; past projects still refer to it. Again: 204.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["archiveAddOn"];
        options?: never;
        head?: never;
        /**
         * Change an add-on
         * @description Changes the given fields of an add-on.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["updateAddOn"];
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists API keys, newest first, revoked ones too. The keys themselves are never shown.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key. Only this response shows `key`. It can’t have a scope that its creator lacks.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the credential of the caller
         * @description Returns what the credential of this call is and may do: organization, role, scopes, expiry and limits.
         *
         *     Needs any scope.
         */
        get: operations["getCurrentCredential"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends an API key at once. Again: 204.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Replaces an API key by a new one with the same name, scopes and expiry. Only this response shows `key`. The old key works for `overlapSeconds` more, or until its own expiry if that is earlier; its `replacedById` is the new key. The new key belongs to you: it has your role, and you must hold its scopes.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the use of an API key
         * @description Counts the calls of an API key. `windows`: those that count against each rate limit now, over all processes of the service. `days`: the calls of the last 30 days (UTC) by status, newest first, without days that had none. A call is in `days` half a minute after its response. 499: the client disconnected before its end.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        get: operations["getApiKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Accepts an invitation and signs the person in. When an account of the invited email has this password, it becomes a member. Otherwise a new account is made with it. In both cases the response is that of a sign-in.
         *
         *     Needs no credential.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one’s password
         * @description Changes the password of the account that is signed in, and ends all its sessions but this one. A wrong `currentPassword` is `password_wrong`. Each try counts like a wrong password at a sign-in.
         *
         *     Needs a session.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail that resets one’s password
         * @description Sends a mail with a link that resets the password. The response is the same for every email. When an account has the email, it gets a link that is good for one hour and works once. Without `SMTP_URL` the service sends no mail, and `sendsMail` is false.
         *
         *     Needs no credential.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password-resets/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token of the mail
         * @description Sets a new password with the token of the mail. All accounts of the email get the password and become one. All their sessions end. The response is that of a sign-in.
         *
         *     Needs no credential.
         */
        post: operations["acceptPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Signs a person in. The session acts in the organization that `x-org-id` names, and is valid for 12 hours. Several accounts may have the same email: `organizations` are those of the account with this password. An account has at most 20 live sessions; one more ends the oldest.
         *
         *     Needs no credential.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description Returns the person of the session, and the organizations in which it can act now. `x-org-id` is ignored.
         *
         *     Needs a session.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session of the caller.
         *
         *     Needs a session.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which technicians are free, and when
         * @description Returns when technicians are free: their working hours without the shoots to which they are assigned, as far as a shoot of `durationMinutes` fits, with `travelMinutes` before and after it. Cancelled projects do not count. A project without `estimatedDuration` takes 60 minutes. Without working hours of their own, users work Monday to Friday, 09:00 to 17:00. Hours are in the time zone of the organization, or in UTC.
         *
         *     Needs the scope READ.
         */
        get: operations["getAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Lists the bulk imports, newest first.
         *
         *     Needs the scope BULK_IMPORT, and the role ADMIN or MANAGER.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-imports/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import customers
         * @description Creates up to 5,000 customers from JSON or CSV. The body has at most 16 MiB; a CSV has a header row of up to 100 columns and rows of up to 64 KiB. The rows are imported after the response. A wrong or malformed row does not stop the others. A row whose `externalId` was imported before changes nothing.
         *
         *     Needs the scope BULK_IMPORT, and the role ADMIN or MANAGER.
         */
        post: operations["importCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-imports/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import projects
         * @description Creates up to 5,000 projects from JSON or CSV. The body has at most 16 MiB; a CSV has a header row of up to 100 columns and rows of up to 64 KiB. The rows are imported after the response. A wrong or malformed row does not stop the others. A row whose `externalId` was imported before changes nothing.
         *
         *     Needs the scope BULK_IMPORT, and the role ADMIN or MANAGER.
         */
        post: operations["importProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of an import
         * @description Returns the progress of an import: its status, and how many of its rows succeeded and failed.
         *
         *     Needs the scope BULK_IMPORT, and the role ADMIN or MANAGER.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of an import
         * @description Lists the rows of an import with the result of each, in the order of the file.
         *
         *     Needs the scope BULK_IMPORT, and the role ADMIN or MANAGER.
         */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendars/{token}.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a calendar
         * @description Returns the calendar feed of a user: the projects to which they are assigned as technician, editor or project manager, from 30 days back to a year ahead, at most 2,000. The token in the path is the only credential. A calendar of another cell is redirected there.
         *
         *     Needs no credential.
         */
        get: operations["readCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Lists customers, newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Creates a customer. Fires CUSTOMER_CREATED.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Returns one customer.
         *
         *     Needs the scope READ.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Deletes a customer to whom no project or invoice refers.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Changes the given fields of a customer; `null` clears an optional one. Fires CUSTOMER_UPDATED when something really changed; `changed` names the fields.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/deliveries/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a delivery, as its client
         * @description Returns what a client sees behind a delivery link: the project, its media and the state of the decision. The token in the path is the only credential. It works until it expires or is revoked.
         *
         *     Needs no credential.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{token}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a delivery, as its client
         * @description Records that the client accepts the delivery. Fires DELIVERY_APPROVED once for each delivery. A repeat is a 200 without an event.
         *
         *     Needs no credential.
         */
        post: operations["approveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{token}/archive.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a delivery as a zip, as its client
         * @description Redirects a client to a zip of the delivered media. The archive has an exact length and supports ranges, so an interrupted download can be resumed.
         *
         *     Needs no credential.
         */
        get: operations["getDeliveryArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{token}/request-revision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a revision, as the client
         * @description Sends the client’s change requests: moves the project DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED and REVISION_REQUESTED. The request is a round: see the revisions of the project.
         *
         *     Needs no credential.
         */
        post: operations["requestRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{token}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count a view of a delivery by its client
         * @description Counts one view of a delivery. The client’s page sends it after two seconds in view, or before that with the client’s decision. Opening a delivery is not counted, because mail scanners open links.
         *
         *     Needs no credential.
         */
        post: operations["countView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List discounts
         * @description Lists discounts, newest first.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["listDiscounts"];
        put?: never;
        /**
         * Create a discount
         * @description Creates a discount: either a share, `percentBasisPoints`, or a `discountAmount` in a `currency`.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["createDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a discount
         * @description Returns one discount.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["getDiscount"];
        put?: never;
        post?: never;
        /**
         * Archive a discount
         * @description Archives the record, which can’t be booked again; past projects still refer to it. Again: 204.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["archiveDiscount"];
        options?: never;
        head?: never;
        /**
         * Change a discount
         * @description Changes the given fields of a discount.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["updateDiscount"];
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Lists the events of the last 30 days, or of the time that the operator has set, newest first, with or without a subscription to them.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns an event with its payload.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process responds
         * @description Returns 200 while the process responds, whatever the state of the database.
         *
         *     Needs no credential.
         */
        get: operations["checkLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process can serve requests
         * @description Returns 200 while the process can serve requests, and 503 otherwise. For load balancers.
         *
         *     Needs no credential.
         */
        get: operations["checkReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Lists invoices, newest first.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Draft an invoice
         * @description Creates an invoice as a DRAFT without a number. Tax is rounded half up on each line. Fires INVOICE_CREATED.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description Returns an invoice with its lines and totals.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a draft
         * @description Changes an invoice while it is a DRAFT. `lineItems` replaces all lines.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["updateInvoice"];
        trace?: never;
    };
    "/invoices/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an invoice as paid
         * @description Moves an invoice SENT → PAID, as paid outside of the service. Fires INVOICE_PAID.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["payInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an invoice as sent
         * @description Moves an invoice DRAFT → SENT and gives it the next number, without gaps. Fires INVOICE_SENT.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an invoice
         * @description Moves an invoice from DRAFT or SENT to VOIDED. Fires INVOICE_VOIDED.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["voidInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mails
         * @description Lists the mails of 30 days, newest first: what was sent to whom, what waits, and what was refused and why. The text of a mail is not kept. Password resets are not listed. The list is empty when the service sends no mail.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/confirm-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the media of up to 100 uploaded files
         * @description Makes the media items of up to 100 uploaded files. All or nothing, in the order of the request; messages name the file by its index.
         *
         *     Needs the scope WRITE.
         */
        post: operations["confirmUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/confirm-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the media of an uploaded file
         * @description Makes the media item of a file that was uploaded to a presigned URL: 201 the first time, 200 with the existing record when the key was confirmed before. Without `key`, it confirms the newest presign for the project and filename.
         *
         *     Needs the scope WRITE.
         */
        post: operations["confirmUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a file to
         * @description Returns a URL to upload one file to. PUT the bytes to `uploadUrl` within an hour, with the same Content-Type and no other headers of this service; then confirm.
         *
         *     Needs the scope WRITE.
         */
        post: operations["presignUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/presign-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get URLs for up to 100 files
         * @description Returns URLs to upload up to 100 files of a project to. All or nothing, in the order of the request; messages name the file by its index.
         *
         *     Needs the scope WRITE.
         */
        post: operations["presignUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/project/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the media of a project
         * @description Lists all media of a project by `position`; `nextCursor` is always `null`.
         *
         *     Needs the scope READ.
         */
        get: operations["listMediaOfProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Put the media of a project in order
         * @description Sets the order of all media of a project: `mediaIds` names each of them once. Returns the list in the new order.
         *
         *     Needs the scope WRITE.
         */
        patch: operations["reorderMedia"];
        trace?: never;
    };
    "/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one media item
         * @description Returns one media item with its URLs.
         *
         *     Needs the scope READ.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a media item
         * @description Deletes a media item; its files go soon after. A picture on a [public original](#tag/originals) stays there.
         *
         *     Needs the scope WRITE.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        /**
         * Change a media item
         * @description Changes the given fields of a media item. An altered picture names its original, of the same project, and what was done to it.
         *
         *     Needs the scope WRITE.
         */
        patch: operations["updateMedia"];
        trace?: never;
    };
    "/media/{id}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a media item
         * @description Changes the filename of a media item.
         *
         *     Needs the scope WRITE.
         */
        patch: operations["renameMedia"];
        trace?: never;
    };
    "/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your organization and its settings
         * @description Returns the organization of the key, or the one that `x-org-id` names, with its settings.
         *
         *     Needs the scope READ.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of your organization
         * @description Changes the settings of the organization, which the client’s pages show. `null` clears a setting.
         *
         *     Needs the scope WRITE, and the role ADMIN.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/originals/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an altered picture and its original
         * @description Returns an altered picture together with its original, for anyone who has the address. The address is made when an altered picture is delivered, and works until the project is erased. It does not depend on the client delivery, and both pictures stay when their media are deleted.
         *
         *     Needs no credential.
         */
        get: operations["getPublicOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List packages
         * @description Lists packages, newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listPackages"];
        put?: never;
        /**
         * Create a package
         * @description Creates a package: a product that projects are booked with.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["createPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a package
         * @description Returns one package.
         *
         *     Needs the scope READ.
         */
        get: operations["getPackage"];
        put?: never;
        post?: never;
        /**
         * Archive a package
         * @description Archives the record, which can’t be booked again; past projects still refer to it. Again: 204.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["archivePackage"];
        options?: never;
        head?: never;
        /**
         * Change a package
         * @description Changes the given fields of a package.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["updatePackage"];
        trace?: never;
    };
    "/pricing/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a price
         * @description Returns the lines and sums that an invoice for these choices would have and the length of the shoot, and creates nothing.
         *
         *     Needs the scope READ.
         */
        post: operations["quotePrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Lists projects, newest first unless `sort` is given. A project must match all given filters.
         *
         *     Needs the scope READ.
         */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a project
         * @description Books a project, which is PENDING. Without `estimatedDuration` it takes as long as its package and add-ons together. Fires PROJECT_CREATED, then PROJECT_ASSIGNED for the technician and the editor that it names.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/status-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count projects by status
         * @description Counts the projects of the organization in each status.
         *
         *     Needs the scope READ.
         */
        get: operations["countProjectsByStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Returns one project.
         *
         *     Needs the scope READ.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Changes the given fields of a project: every field of create; `null` clears one. `estimatedDuration` follows another package or other add-ons, unless it was set to a length of its own; `null` sets it to theirs. Fires PROJECT_ASSIGNED when the technician or the editor really changed.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/projects/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a delivery for the client
         * @description Approves a delivery on behalf of the client. Fires DELIVERY_APPROVED once for each delivery, and publishes media of the type PROPERTY_WEBSITE. Again: 200, and no event.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["approveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an archive of a project
         * @description Makes the address of a zip of the project’s media. It works for seven days, without a credential, and supports ranges, so an interrupted download can be resumed.
         *
         *     Needs the scope READ.
         */
        post: operations["createArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/assign-customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Assign a customer
         * @description Assigns a customer to a project; `null` unassigns. Fires no event.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["assignCustomer"];
        trace?: never;
    };
    "/projects/{id}/assign-editor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Assign an editor
         * @description Assigns the editor of a project. Fires PROJECT_ASSIGNED when the person really changed. `null` unassigns, and fires no event.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["assignEditor"];
        trace?: never;
    };
    "/projects/{id}/assign-project-manager": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Assign a project manager
         * @description Assigns the project manager of a project; `null` unassigns. Fires no event.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["assignProjectManager"];
        trace?: never;
    };
    "/projects/{id}/assign-technician": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Assign a technician
         * @description Assigns the technician of a project. Fires PROJECT_ASSIGNED when the person really changed. `null` unassigns, and fires no event.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        patch: operations["assignTechnician"];
        trace?: never;
    };
    "/projects/{id}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a project to its client
         * @description Moves the project to DELIVERED and makes a token for the client, which shows the media as they are now. Fires PROJECT_STATUS_CHANGED and PROJECT_DELIVERED. On a project that is DELIVERED already, it makes a new token and fires only PROJECT_DELIVERED.
         *
         *     Needs the scope WRITE.
         */
        post: operations["deliverProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest delivery of a project
         * @description Returns the newest delivery of a project with the client’s decision and how often they viewed it. `deliveryUrl` has the token: it is null for callers who may not read webhooks (ADMIN or MANAGER, and the scope WEBHOOKS).
         *
         *     Needs the scope READ.
         */
        get: operations["getProjectDelivery"];
        put?: never;
        post?: never;
        /**
         * Revoke the token of a delivery
         * @description Revokes the token of a delivery: from then on, calls with it are a 404.
         *
         *     Needs the scope WRITE.
         */
        delete: operations["revokeDelivery"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the moves of a project
         * @description Lists the status changes of a project, newest first. Each has the user or the key, both statuses and the time.
         *
         *     Needs the scope READ.
         */
        get: operations["listProjectHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draft the invoice of a project
         * @description Creates a DRAFT invoice from the package, add-ons and discount of a project, which must share one currency. Fires INVOICE_CREATED.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["draftProjectInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the media of a project
         * @description Lists all media of a project: the same as `GET /media/project/{id}`.
         *
         *     Needs the scope READ.
         */
        get: operations["listProjectMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/request-revision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a revision for the client
         * @description Asks for a revision on behalf of the client: moves DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED and REVISION_REQUESTED.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        post: operations["requestProjectRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revision rounds of a project
         * @description Lists the revision rounds of a project, newest first, each with its items. A round is one request of the client.
         *
         *     Needs the scope READ.
         */
        get: operations["listProjectRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/revisions/{revisionId}/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one item of a revision round
         * @description Returns one item of a revision round.
         *
         *     Needs the scope READ.
         */
        get: operations["getRevisionItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Resolve one item of a revision round
         * @description Resolves one item of a revision round with a status and an answer, which the client reads. Allowed to ADMIN, MANAGER and the EDITOR who is assigned to the project. The round is resolved when no item is OPEN any more.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER or EDITOR.
         */
        patch: operations["updateRevisionItem"];
        trace?: never;
    };
    "/projects/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a project to another status
         * @description Moves a project to another status. ADMIN and MANAGER may make every move. On projects that are assigned to them, a TECHNICIAN may make SHOOTING → UPLOADED, and an EDITOR may make EDITING → IN_REVIEW, IN_REVISION → IN_REVIEW and IN_REVIEW → DELIVERED. Fires PROJECT_STATUS_CHANGED, and PROJECT_DELIVERED on entering DELIVERED. The same status again changes nothing.
         *
         *     Needs the scope WRITE.
         */
        patch: operations["changeProjectStatus"];
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * @description Lists the calls of your organization in the last 7 days, newest first: all errors, and a sample of the successes, whose share the operator sets (a tenth by default). A call is in the list a few seconds after its response. It has no body, no query and no value of a path. Each api process logs at most 100 calls of an organization in 60 seconds; `GET /api-keys/{id}/usage` counts them all. A call with a key that was revoked or has expired is in the list too.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the link with which a customer unsubscribes
         * @description Shows whether a customer still gets mails, before they unsubscribe. It changes nothing: mail scanners open links.
         *
         *     Needs no credential.
         */
        get: operations["getMailSubscription"];
        put?: never;
        /**
         * Unsubscribe, as a customer
         * @description Stops the mails to a customer: sets their `mailOptOut` and fires CUSTOMER_UPDATED. Again: 200, and nothing changes. The one-click unsubscribe of RFC 8058 calls it; its body is not read. A form that a browser sends gets a page instead of JSON.
         *
         *     Needs no credential.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists the people of the organization, newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a person
         * @description Adds a person to the organization and makes an invitation for them. Only this response shows `invitationToken`, which is valid for 7 days. Work can be assigned to the person at once. They can act after they have accepted.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one person of the organization.
         *
         *     Needs the scope READ.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Changes the name, role, working hours or active state of a person. `active: false` ends their sessions in the organization and stops the keys that they made, at once. A higher `role` ends the open invitation of a person who has not accepted: invite them again.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{id}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whether a user has a calendar address
         * @description Returns whether a user has a calendar address; a 404 when there is none.
         *
         *     Needs the scope READ.
         */
        get: operations["getCalendar"];
        put?: never;
        /**
         * Make the calendar address of a user
         * @description Makes the calendar address of a user. Calendar apps subscribe to `url`, which only this response shows. An earlier address of the user stops working. Everyone may make their own, ADMIN and MANAGER those of others.
         *
         *     Needs the scope WRITE.
         */
        post: operations["createCalendar"];
        /**
         * End the calendar address of a user
         * @description Ends the calendar address of a user. A repeat is a 204 too.
         *
         *     Needs the scope WRITE.
         */
        delete: operations["deleteCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person again
         * @description Makes a new `invitationToken` for a person who has not accepted yet. The previous one stops working.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        post: operations["inviteUserAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of all subscriptions
         * @description Lists the webhook deliveries of all subscriptions, newest first. A page looks at a bounded number of deliveries. If few of them match, it has fewer records than `limit`, or none, and a `nextCursor` that goes on from there.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["listAllWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery, its payload and its attempts
         * @description Returns a webhook delivery with its payload and its attempts. `payload` is `null` when its event is no longer in the event log, which goes back 30 days or as the operator has set it.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a delivery once more
         * @description Makes one extra attempt with the same id, for a delivery that has ended.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Lists webhook subscriptions, newest first.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe to events
         * @description Subscribes a URL to events. Only this response shows the signing secret.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Returns a webhook subscription. Its signing secret is never shown again.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deletes a webhook subscription. Its waiting deliveries are not sent.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description Changes the given fields of a webhook subscription. Switching it off cancels its waiting deliveries.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/webhooks/subscriptions/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a subscription
         * @description Lists the deliveries of a subscription, newest first.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/subscriptions/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send what a receiver has missed
         * @description Sends a receiver what it has missed since a time: one extra attempt for every delivery that ended FAILED or CANCELLED since then, and a first attempt for each event that came while the subscription was off, if the subscription lists it now and its filter lets it through. `until` leaves out what ended or happened later. Test events are not sent again.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        post: operations["recoverSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/subscriptions/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new signing secret
         * @description Replaces the signing secret of a subscription. Both secrets sign until the overlap ends: `v1=<new>,v1=<old>`. Only this response shows the new secret.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        post: operations["rotateSubscriptionSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/subscriptions/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the attempts of a subscription by hour
         * @description Counts the attempts of a subscription in each of the last 24 hours. An attempt counts in the hour in which it began. Hours without an attempt are there too.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["getSubscriptionStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends WEBHOOK_TEST to a subscription, signed and posted like any other event, in one attempt.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    PROJECT_CREATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook PROJECT_CREATED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["projectCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    PROJECT_ASSIGNED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook PROJECT_ASSIGNED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["projectAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    PROJECT_STATUS_CHANGED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook PROJECT_STATUS_CHANGED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["projectStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    PROJECT_DELIVERED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook PROJECT_DELIVERED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["projectDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    DELIVERY_APPROVED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook DELIVERY_APPROVED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["deliveryApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    INVOICE_CREATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook INVOICE_CREATED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["invoiceCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    INVOICE_SENT: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook INVOICE_SENT
         * @description Posted to every active subscription that lists it.
         */
        post: operations["invoiceSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    INVOICE_PAID: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook INVOICE_PAID
         * @description Posted to every active subscription that lists it.
         */
        post: operations["invoicePaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    INVOICE_VOIDED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook INVOICE_VOIDED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["invoiceVoided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CUSTOMER_CREATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook CUSTOMER_CREATED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["customerCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CUSTOMER_UPDATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook CUSTOMER_UPDATED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["customerUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    REVISION_REQUESTED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook REVISION_REQUESTED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["revisionRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WEBHOOK_DISABLED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook WEBHOOK_DISABLED
         * @description Posted to every active subscription that lists it.
         */
        post: operations["webhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WEBHOOK_TEST: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook WEBHOOK_TEST
         * @description Posted once for each call of `POST /webhooks/subscriptions/{id}/test`, whatever the subscription lists.
         */
        post: operations["webhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptInvitationBody: {
            token: string;
            password: string;
        };
        AcceptPasswordResetBody: {
            token: string;
            password: string;
        };
        /** @description What was done to an altered picture */
        Alteration: {
            kind: components["schemas"]["AlterationKind"];
            note: string | null;
        };
        /** @enum {string} */
        AlterationKind: "VIRTUAL_STAGING" | "SKY" | "OBJECT_REMOVAL" | "TWILIGHT" | "OTHER";
        ApiKey: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            prefix: string;
            /** Format: uuid */
            createdByUserId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revokedAt: string | null;
            /** Format: uuid */
            replacedById: string | null;
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        ApiKeyUsage: {
            windows: components["schemas"]["WindowUsage"][];
            days: components["schemas"]["DayOfCalls"][];
        };
        ApprovedProject: {
            address: string | null;
            city: string | null;
            region: string | null;
            status: components["schemas"]["ProjectStatus"];
            deliveryUrl: string;
        };
        Archive: {
            /** @description The address of the archive. It works without a credential */
            url: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
        };
        ArchiveBody: {
            size: components["schemas"]["ArchiveSize"];
            /** @description Only these media. Without it: all media of the project */
            mediaIds?: string[];
        };
        /** @description NONE: there are no files, or the service offers no archives. PREPARING: the checksum of a file is still missing */
        ArchiveOfDelivery: {
            state: components["schemas"]["ArchiveState"];
            /**
             * Format: int64
             * @description Bytes
             */
            originalBytes: number;
            /**
             * Format: int64
             * @description Bytes
             */
            mlsBytes: number;
        };
        /** @enum {string} */
        ArchiveSize: "original" | "mls";
        /** @enum {string} */
        ArchiveState: "READY" | "PREPARING" | "NONE";
        AssignCustomerBody: {
            /** Format: uuid */
            customerId: string | null;
        };
        AssignUserBody: {
            /** Format: uuid */
            userId: string | null;
        };
        /** @enum {string} */
        AssignedRole: "TECHNICIAN" | "EDITOR";
        Availability: {
            /** @description In which the working hours are meant */
            timeZone: string;
            data: components["schemas"]["TechnicianAvailability"][];
        };
        BookingAnswer: {
            question: string;
            answer: string;
        };
        BulkImport: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            kind: components["schemas"]["BulkImportKind"];
            status: components["schemas"]["BulkImportStatus"];
            dryRun: boolean;
            emitEvents: boolean;
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
        };
        /** @enum {string} */
        BulkImportKind: "CUSTOMERS" | "PROJECTS";
        BulkImportPage: {
            data: components["schemas"]["BulkImport"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        BulkImportRow: {
            /** Format: int64 */
            number: number;
            externalId: string | null;
            status: components["schemas"]["BulkImportRowStatus"];
            messages: string[];
            /** Format: uuid */
            recordId: string | null;
        };
        BulkImportRowPage: {
            data: components["schemas"]["BulkImportRow"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        /** @enum {string} */
        BulkImportRowStatus: "PENDING" | "SUCCEEDED" | "FAILED";
        /** @enum {string} */
        BulkImportStatus: "PENDING" | "RUNNING" | "COMPLETED";
        Calendar: {
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            userId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
        };
        ChangePasswordBody: {
            currentPassword: string;
            newPassword: string;
        };
        ChangeProjectStatusBody: {
            status: components["schemas"]["ProjectStatus"];
            /** @description Deliver also while items of a revision are OPEN */
            force?: boolean;
        };
        ClientDelivery: {
            state: components["schemas"]["ClientDeliveryState"];
            message: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            approvedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revisionRequestedAt: string | null;
            revisionComment: string | null;
            organizationName: string;
            organization: components["schemas"]["DeliveringOrganization"];
            project: components["schemas"]["ProjectSummary"];
            media: components["schemas"]["DeliveredMedia"][];
            archive: components["schemas"]["ArchiveOfDelivery"];
            revision: components["schemas"]["ShownRevision"] | null;
        };
        /** @enum {string} */
        ClientDeliveryState: "OPEN" | "APPROVED" | "REVISION_REQUESTED" | "SUPERSEDED";
        ConfirmUploadBody: {
            /** Format: uuid */
            projectId: string;
            filename: string;
            /**
             * Format: int64
             * @description Bytes
             */
            size: number;
            type: components["schemas"]["MediaType"];
            key?: string | null;
            cdnUrl?: string | null;
            /** Format: uuid */
            alteredFromMediaId?: string | null;
            alteration?: components["schemas"]["NewAlteration"] | null;
        };
        ConfirmUploadsBody: {
            /** Format: uuid */
            projectId: string;
            files: components["schemas"]["UploadedFile"][];
        };
        CreateApiKeyBody: {
            name: string;
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description In the future. RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            expiresAt?: string | null;
        };
        CreateCustomerBody: {
            name: string;
            /** Format: email */
            email: string;
            phone?: string | null;
            company?: string | null;
            notes?: string | null;
            externalId?: string | null;
            /** @description If true, the service sends no mail to the customer */
            mailOptOut?: boolean;
        };
        CreateDiscountBody: {
            code: string;
            /**
             * Format: int32
             * @description Hundredths of a percent; either this or discountAmount with currency
             */
            percentBasisPoints?: number | null;
            /** Format: int64 */
            discountAmount?: number | null;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            expiresAt?: string | null;
            /** Format: int32 */
            maxRedemptions?: number | null;
            /** @description A code of ISO 4217, list one (current currencies) */
            currency?: string | null;
        };
        CreateInvoiceBody: {
            /** Format: uuid */
            customerId: string;
            /** @description A code of ISO 4217, list one (current currencies) */
            currency: string;
            /** @description The whole invoice has at most 131072 bytes as JSON in UTF-8 */
            lineItems: components["schemas"]["NewLineItem"][];
            /** Format: uuid */
            projectId?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            dueDate?: string | null;
            notes?: string | null;
        };
        CreateOfferBody: {
            name: string;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            priceAmount: number;
            /** @description A code of ISO 4217, list one (current currencies) */
            currency: string;
            description?: string | null;
            mediaTypes?: components["schemas"]["MediaType"][] | null;
            /** Format: int32 */
            durationMinutes?: number | null;
        };
        CreateProjectBody: {
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            scheduledTime: string;
            addressLine1?: string | null;
            addressLine2?: string | null;
            city?: string | null;
            region?: string | null;
            postalCode?: string | null;
            /** @description ISO 3166-1 alpha-2 */
            countryCode?: string | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
            notes?: string | null;
            /** Format: uuid */
            customerId?: string | null;
            /** Format: uuid */
            packageId?: string | null;
            /** Format: uuid */
            projectManagerId?: string | null;
            /** Format: uuid */
            technicianId?: string | null;
            /** Format: uuid */
            editorId?: string | null;
            mediaTypes?: components["schemas"]["MediaType"][] | null;
            /**
             * Format: int32
             * @description Minutes
             */
            estimatedDuration?: number | null;
            selectedAddOnIds?: string[] | null;
            /** @description At most 32768 bytes as JSON in UTF-8 */
            bookingAnswers?: components["schemas"]["NewBookingAnswer"][] | null;
            /** Format: uuid */
            discountId?: string | null;
            discountCode?: string | null;
            externalId?: string | null;
        };
        CreateSessionBody: {
            /** Format: email */
            email: string;
            password: string;
        };
        CreateSubscriptionBody: {
            /**
             * Format: uri
             * @description Where events are posted. It begins with `https://`, and has no user name, no password and no fragment. It has at most 2048 characters, also after percent-encoding. The operator may block ports (by default those of mail servers and databases, and those that browsers block). A private, loopback or link-local address is refused: here when the URL contains it, and at each connection when the host name resolves to it. An operator may allow `http://` and such addresses. Two spellings of one URL are the same URL, and an organization has one subscription for it.
             */
            url: string;
            events: components["schemas"]["EventName"][];
            active?: boolean;
            description?: string | null;
            /** @description For your own use. Keys have 1 to 40 characters. The value replaces the earlier one as a whole. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Headers that are sent with each webhook, besides those of the service. Not hop-by-hop headers, and not `Host`, `Content-*`, `User-Agent`, `Webhook-*` or `X-Webhook-*`. The values are stored encrypted, and responses show `********` instead of them. The value replaces all earlier headers; `********` keeps the stored value of a header. */
            headers?: {
                [key: string]: string;
            };
            filter?: components["schemas"]["SubscriptionFilter"] | null;
            /**
             * Format: int32
             * @description Webhooks that start in one second. Later ones wait. Null: no such limit.
             */
            maxPerSecond?: number | null;
            /** @description Adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of the Standard Webhooks specification. */
            standardWebhooks?: boolean;
        };
        CreateUserBody: {
            /** Format: email */
            email: string;
            name: string;
            role: components["schemas"]["Role"];
        };
        Credential: {
            /** Format: uuid */
            id: string | null;
            name: string | null;
            prefix: string | null;
            organization: components["schemas"]["OrganizationName"];
            /** Format: uuid */
            userId: string;
            role: components["schemas"]["Role"];
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            limits: components["schemas"]["RateLimit"][];
        };
        CurrentSession: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
            user: components["schemas"]["SignedInUser"];
            organizations: components["schemas"]["Membership"][];
        };
        Customer: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            email: string;
            phone: string | null;
            company: string | null;
            notes: string | null;
            externalId: string | null;
            mailOptOut: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        CustomerCreatedData: {
            /** @constant */
            event: "CUSTOMER_CREATED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            customerId: string;
            customer: components["schemas"]["Customer"];
        };
        CustomerCreatedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "CUSTOMER_CREATED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["CustomerCreatedData"];
        };
        CustomerPage: {
            data: components["schemas"]["Customer"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        CustomerRow: {
            name: string;
            /** Format: email */
            email: string;
            phone?: string | null;
            company?: string | null;
            notes?: string | null;
            externalId: string;
            /** @description If true, the service sends no mail to the customer */
            mailOptOut?: boolean;
        };
        CustomerUpdatedData: {
            /** @constant */
            event: "CUSTOMER_UPDATED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            customerId: string;
            customer: components["schemas"]["Customer"];
            changed: string[];
        };
        CustomerUpdatedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "CUSTOMER_UPDATED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["CustomerUpdatedData"];
        };
        DayOfCalls: {
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            day: string;
            /** Format: int64 */
            calls: number;
            statuses: components["schemas"]["StatusCalls"][];
        };
        DeliverProjectBody: {
            message?: string | null;
            /**
             * Format: date-time
             * @description In the future. RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            expiresAt?: string | null;
            /** @description Deliver also while items of a revision are OPEN */
            force?: boolean;
        };
        DeliveredMedia: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["MediaType"];
            filename: string;
            contentType: string;
            /**
             * Format: int64
             * @description Bytes
             */
            size: number;
            /**
             * Format: int64
             * @description Bytes in an archive of MLS size: `size` for a file without this size
             */
            mlsBytes: number;
            cdnUrl: string;
            /** Format: int64 */
            position: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            publishedAt: string | null;
            preview: components["schemas"]["Preview"] | null;
            alteration: components["schemas"]["Alteration"] | null;
            /** @description The public page of an altered picture and its original */
            originalsUrl: string | null;
            alteredFrom: components["schemas"]["OriginalMedia"] | null;
        };
        DeliveredProject: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            status: components["schemas"]["ProjectStatus"];
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            scheduledTime: string;
            addressLine1: string | null;
            addressLine2: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            countryCode: string | null;
            /** Format: double */
            lat: number | null;
            /** Format: double */
            lng: number | null;
            notes: string | null;
            /** Format: uuid */
            customerId: string | null;
            /** Format: uuid */
            packageId: string | null;
            /** Format: uuid */
            projectManagerId: string | null;
            /** Format: uuid */
            technicianId: string | null;
            /** Format: uuid */
            editorId: string | null;
            mediaTypes: components["schemas"]["MediaType"][] | null;
            /**
             * Format: int32
             * @description Minutes
             */
            estimatedDuration: number | null;
            selectedAddOnIds: string[] | null;
            bookingAnswers: components["schemas"]["BookingAnswer"][] | null;
            /** Format: uuid */
            discountId: string | null;
            discountCode: string | null;
            externalId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            approvedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            cancelledAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            deliveryToken: string;
            deliveryUrl: string;
            message: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
        };
        DeliveringOrganization: {
            name: string;
            logoUrl: string | null;
            colour: string | null;
            timeZone: string | null;
            locale: string | null;
            deliveryTerms: string | null;
        };
        DeliveryApprovedData: {
            /** @constant */
            event: "DELIVERY_APPROVED";
            /** Format: uuid */
            orgId: string;
            /** Format: uuid */
            projectId: string;
            deliveryToken: string;
            /** Format: uuid */
            customerId: string | null;
            customerEmail: string | null;
            /** Format: uuid */
            approvedByUserId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            approvedAt: string;
            project: components["schemas"]["ApprovedProject"];
        };
        DeliveryApprovedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "DELIVERY_APPROVED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["DeliveryApprovedData"];
        };
        Discount: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            code: string;
            /**
             * Format: int32
             * @description Hundredths of a percent; either this or discountAmount with currency
             */
            percentBasisPoints: number | null;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            discountAmount: number | null;
            currency: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /** Format: int32 */
            maxRedemptions: number | null;
            /**
             * Format: int64
             * @description Projects that use it now
             */
            redemptions: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        DiscountPage: {
            data: components["schemas"]["Discount"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        /** @description A share of the subtotal or an amount. The other one is null. */
        DiscountRule: {
            /**
             * Format: int32
             * @description Hundredths of a percent
             */
            percentBasisPoints: number | null;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            discountAmount: number | null;
        };
        EmptyBody: Record<string, never>;
        /** @enum {string} */
        EventName: "PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED" | "REVISION_REQUESTED" | "WEBHOOK_DISABLED";
        FileToUpload: {
            filename: string;
            contentType: string;
            mediaType: components["schemas"]["MediaType"];
        };
        FreeInterval: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            from: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            to: string;
            /**
             * Format: date-time
             * @description The shoot may start at this time or later
             */
            startFrom: string;
            /**
             * Format: date-time
             * @description The shoot may start at this time or earlier
             */
            startTo: string;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        HourOfAttempts: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            startsAt: string;
            /**
             * Format: int64
             * @description Attempts with a status from 200 to 299
             */
            succeeded: number;
            /**
             * Format: int64
             * @description All other attempts
             */
            failed: number;
            /**
             * Format: int64
             * @description 95 of 100 attempts took at most so many milliseconds. At least 10, and an eighth too high at most. null without an attempt
             */
            p95Ms: number | null;
        };
        ImportCustomersBody: {
            rows: components["schemas"]["CustomerRow"][];
            /** @description Report what would be done, and write nothing; false by default */
            dryRun?: boolean;
            /** @description Fire the events of what is imported; true by default */
            emitEvents?: boolean;
        };
        ImportProjectsBody: {
            rows: components["schemas"]["ProjectRow"][];
            /** @description Report what would be done, and write nothing; false by default */
            dryRun?: boolean;
            /** @description Fire the events of what is imported; true by default */
            emitEvents?: boolean;
        };
        InvalidRequest: {
            /**
             * Format: int32
             * @description The HTTP status
             */
            statusCode: number;
            /** @description The HTTP reason phrase */
            error: string;
            code: components["schemas"]["ProblemCode"];
            /** @description One sentence for each violation. It starts with the path of the field */
            message: string[];
            /** @description Also in x-request-id. It identifies the request in the log */
            requestId: string;
        };
        Invitation: {
            invitationToken: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            invitationExpiresAt: string;
        };
        Invoice: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** @description Assigned when the invoice is sent, without gaps */
            number: string | null;
            status: components["schemas"]["InvoiceStatus"];
            /** Format: uuid */
            customerId: string;
            /** Format: uuid */
            projectId: string | null;
            currency: string;
            lineItems: components["schemas"]["LineItem"][];
            /**
             * Format: int64
             * @description The sum of the lines. In the currency's minor unit
             */
            subtotalAmount: number;
            /**
             * Format: int64
             * @description Taken off the subtotal, before tax. In the currency's minor unit
             */
            discountAmount: number;
            discountRule: components["schemas"]["DiscountRule"] | null;
            /**
             * Format: int64
             * @description Rounded half up on each line. A discount lowers the taxed amount of each line in proportion. In the currency's minor unit
             */
            taxAmount: number;
            /**
             * Format: int64
             * @description subtotalAmount − discountAmount + taxAmount. In the currency's minor unit
             */
            totalAmount: number;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            dueDate: string | null;
            notes: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            paidAt: string | null;
            method: string | null;
            reference: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            voidedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        InvoiceCreatedData: {
            /** @constant */
            event: "INVOICE_CREATED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            invoiceId: string;
            invoice: components["schemas"]["Invoice"];
        };
        InvoiceCreatedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "INVOICE_CREATED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["InvoiceCreatedData"];
        };
        InvoicePage: {
            data: components["schemas"]["Invoice"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        InvoicePaidData: {
            /** @constant */
            event: "INVOICE_PAID";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            invoiceId: string;
            invoice: components["schemas"]["Invoice"];
        };
        InvoicePaidEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "INVOICE_PAID";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["InvoicePaidData"];
        };
        InvoiceSentData: {
            /** @constant */
            event: "INVOICE_SENT";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            invoiceId: string;
            invoice: components["schemas"]["Invoice"];
        };
        InvoiceSentEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "INVOICE_SENT";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["InvoiceSentData"];
        };
        /** @enum {string} */
        InvoiceStatus: "DRAFT" | "SENT" | "PAID" | "VOIDED";
        InvoiceVoidedData: {
            /** @constant */
            event: "INVOICE_VOIDED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            invoiceId: string;
            invoice: components["schemas"]["Invoice"];
        };
        InvoiceVoidedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "INVOICE_VOIDED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["InvoiceVoidedData"];
        };
        LineItem: {
            description: string;
            /** Format: int32 */
            quantity: number;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            unitAmount: number;
            /**
             * Format: int32
             * @description Hundredths of a percent
             */
            taxBasisPoints: number | null;
        };
        ListedWebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            subscriptionId: string;
            event: components["schemas"]["WebhookEventName"];
            /** Format: uuid */
            eventId: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** Format: int64 */
            attempts: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastAttemptAt: string | null;
            /** Format: int32 */
            responseStatus: number | null;
            error: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
            /** @description The URL that the subscription has now */
            subscriptionUrl: string;
        };
        ListedWebhookDeliveryPage: {
            data: components["schemas"]["ListedWebhookDelivery"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        LoggedEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            event: components["schemas"]["EventName"];
            data: unknown;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
        };
        LoggedEventPage: {
            data: components["schemas"]["LoggedEvent"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        LoggedRequest: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description The end of the call, in UTC with milliseconds
             */
            at: string;
            /** @description The x-request-id of the response */
            requestId: string;
            method: string;
            /** @description The pattern of the path, as in this document, without its values: /projects/{id}. `unknown` for a path that does not exist */
            route: string;
            /**
             * Format: int32
             * @description The status of the response; 499: the client disconnected before its end
             */
            status: number;
            /** @description The code of the error */
            code: string | null;
            /** Format: int64 */
            milliseconds: number;
            /** Format: uuid */
            apiKeyId: string | null;
            /** Format: uuid */
            userId: string;
        };
        LoggedRequestPage: {
            data: components["schemas"]["LoggedRequest"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        Mail: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["MailKind"];
            status: components["schemas"]["MailStatus"];
            recipient: string;
            /** Format: uuid */
            userId: string | null;
            /** Format: uuid */
            customerId: string | null;
            /** Format: uuid */
            projectId: string | null;
            /** Format: uuid */
            deliveryId: string | null;
            /** Format: uuid */
            revisionId: string | null;
            /** Format: uuid */
            subscriptionId: string | null;
            /** Format: int64 */
            attempts: number;
            /** @description Why it was not sent, or why its last attempt failed */
            error: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            endedAt: string | null;
        };
        /** @enum {string} */
        MailKind: "INVITATION" | "DELIVERY" | "REVISION_REQUEST" | "WEBHOOK_DISABLED";
        MailPage: {
            data: components["schemas"]["Mail"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        /** @enum {string} */
        MailStatus: "WAITING" | "SENT" | "FAILED" | "CANCELLED";
        /** @description Whether the reader of a mail gets further ones */
        MailSubscription: {
            organizationName: string;
            mailOptOut: boolean;
        };
        Media: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            projectId: string;
            type: components["schemas"]["MediaType"];
            filename: string;
            key: string;
            contentType: string;
            /**
             * Format: int64
             * @description Bytes
             */
            size: number;
            cdnUrl: string;
            /** Format: int64 */
            position: number;
            /** Format: uuid */
            alteredFromMediaId: string | null;
            alteration: components["schemas"]["Alteration"] | null;
            preview: components["schemas"]["Preview"] | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        MediaBatch: {
            data: components["schemas"]["Media"][];
        };
        MediaPage: {
            data: components["schemas"]["Media"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        /** @enum {string} */
        MediaType: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
        /** @description An organization, and the role of the user in it */
        Membership: {
            /** Format: uuid */
            id: string;
            name: string;
            role: components["schemas"]["Role"];
        };
        /** @description What was done to it. Only with alteredFromMediaId */
        NewAlteration: {
            kind: components["schemas"]["AlterationKind"];
            note?: string | null;
        };
        NewApiKey: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            prefix: string;
            /** Format: uuid */
            createdByUserId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revokedAt: string | null;
            /** Format: uuid */
            replacedById: string | null;
            key: string;
        };
        NewBookingAnswer: {
            question: string;
            answer: string;
        };
        NewCalendar: {
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            userId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /** @description Every person who knows it can read the calendar */
            url: string;
        };
        NewLineItem: {
            description: string;
            /** Format: int32 */
            quantity: number;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            unitAmount: number;
            /**
             * Format: int32
             * @description Hundredths of a percent
             */
            taxBasisPoints?: number | null;
        };
        NewSubscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            url: string;
            events: components["schemas"]["EventName"][];
            active: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before signs too. Null: one secret signs
             */
            previousSecretUntil: string | null;
            description: string | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The subscription's own headers. Each value is `********`. */
            headers: {
                [key: string]: string;
            };
            filter: components["schemas"]["StoredSubscriptionFilter"] | null;
            /** Format: int64 */
            maxPerSecond: number | null;
            standardWebhooks: boolean;
            secret: string;
        };
        NewUser: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            active: boolean;
            workingHours: components["schemas"]["WorkingHours"] | null;
            /**
             * Format: date-time
             * @description Null while the person is invited
             */
            acceptedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            invitationToken: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            invitationExpiresAt: string;
        };
        /** @description In the time zone of the organization. null: Monday to Friday, 09:00 to 17:00. A day that is left out is free. Intervals of a day do not overlap */
        NewWorkingHours: {
            monday?: components["schemas"]["NewWorkingInterval"][];
            tuesday?: components["schemas"]["NewWorkingInterval"][];
            wednesday?: components["schemas"]["NewWorkingInterval"][];
            thursday?: components["schemas"]["NewWorkingInterval"][];
            friday?: components["schemas"]["NewWorkingInterval"][];
            saturday?: components["schemas"]["NewWorkingInterval"][];
            sunday?: components["schemas"]["NewWorkingInterval"][];
        };
        NewWorkingInterval: {
            from: string;
            /** @description Later than `from`; 24:00 is the end of the day */
            to: string;
        };
        Offer: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            description: string | null;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            priceAmount: number;
            currency: string;
            mediaTypes: components["schemas"]["MediaType"][] | null;
            /** Format: int32 */
            durationMinutes: number | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        OfferPage: {
            data: components["schemas"]["Offer"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            logoUrl: string | null;
            colour: string | null;
            timeZone: string | null;
            locale: string | null;
            deliveryTerms: string | null;
            showAddressOnOriginals: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        OrganizationName: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        OriginalMedia: {
            /** Format: uuid */
            id: string;
            filename: string | null;
            cdnUrl: string | null;
            /** @description If true, filename and cdnUrl are null */
            deleted: boolean;
            preview: components["schemas"]["Preview"] | null;
        };
        PasswordResetRequested: {
            /** @description Whether this service sends mail at all. When it does not, its operator resets passwords. It says nothing about the email */
            sendsMail: boolean;
        };
        PayInvoiceBody: {
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            paidAt?: string | null;
            method?: string | null;
            reference?: string | null;
        };
        PresignUploadBody: {
            /** Format: uuid */
            projectId: string;
            filename: string;
            contentType: string;
            mediaType: components["schemas"]["MediaType"];
        };
        PresignUploadsBody: {
            /** Format: uuid */
            projectId: string;
            files: components["schemas"]["FileToUpload"][];
        };
        PresignedUpload: {
            uploadUrl: string;
            key: string;
            cdnUrl: string;
        };
        PresignedUploadBatch: {
            data: components["schemas"]["PresignedUpload"][];
        };
        /** @description The pictures that are made of a medium. NONE: there is nothing to make of this type. null: the medium is older than previews */
        Preview: {
            state: components["schemas"]["PreviewState"];
            /**
             * Format: int64
             * @description Pixels of the original, as it is shown
             */
            width: number | null;
            /**
             * Format: int64
             * @description Pixels of the original, as it is shown
             */
            height: number | null;
            /** @description The mean colour, as #rrggbb */
            colour: string | null;
            /** @description 480 px WebP. null unless READY */
            thumbUrl: string | null;
            /** @description 640 px WebP. null unless READY */
            mediumUrl: string | null;
            /** @description 960 px WebP. null unless READY */
            gridUrl: string | null;
            /** @description 1920 px WebP. null unless READY */
            largeUrl: string | null;
            /** @description 2048 px JPEG. null unless READY */
            mlsUrl: string | null;
            /** @description Why it was REFUSED */
            reason: string | null;
        };
        /** @enum {string} */
        PreviewState: "PENDING" | "READY" | "REFUSED" | "NONE";
        Problem: {
            /**
             * Format: int32
             * @description The HTTP status
             */
            statusCode: number;
            /** @description The HTTP reason phrase */
            error: string;
            code: components["schemas"]["ProblemCode"];
            /** @description What is wrong, for people */
            message: string;
            /** @description Also in x-request-id. It identifies the request in the log */
            requestId: string;
        };
        /**
         * @description For programs. docs/errors.md states for each code what to do. New codes may be added: use the status when you do not know the code.
         *     - 400: `invalid_request`, `malformed_request`, `body_too_complex`, `password_wrong`
         *     - 401: `credential_missing`, `api_key_invalid`, `session_invalid`, `sign_in_failed`, `invitation_refused`, `reset_refused`
         *     - 403: `scope_missing`, `role_forbids`, `role_forbids_move`, `cross_site`
         *     - 404: `not_found`, `archives_off`
         *     - 408: `request_timeout`
         *     - 409: `duplicate_email`, `duplicate_external_id`, `duplicate_url`, `duplicate_code`, `customer_in_use`, `last_admin`, `user_inactive`, `already_accepted`, `subscription_inactive`, `secret_overlap`, `too_many_subscriptions`, `too_many_media`, `too_many_api_keys`, `api_key_ended`, `api_key_replaced`, `too_many_imports`, `original_delivered`, `delivery_still_due`, `project_not_delivered`, `no_delivery_in_force`, `delivery_superseded`, `already_approved`, `open_revision_items`, `original_published`, `upload_changed`, `discount_exhausted`, `max_redemptions_too_low`, `invoice_not_draft`, `invoice_is_draft`, `invoice_is_sent`, `invoice_is_paid`, `invoice_is_voided`, `project_has_invoice`, `archive_empty`, `archive_not_ready`, `archive_file_missing`, `idempotency_in_progress`, `secret_already_shown`
         *     - 410: `archive_changed`
         *     - 412: `version_mismatch`
         *     - 413: `body_too_large`
         *     - 415: `unsupported_media_type`
         *     - 416: `range_not_satisfiable`
         *     - 421: `wrong_cell`
         *     - 422: `idempotency_key_reused`
         *     - 429: `rate_limited`, `organization_busy`, `too_many_downloads`, `sign_in_slowed`
         *     - 431: `headers_too_large`
         *     - 500: `internal_error`
         *     - 503: `shutting_down`, `object_store_unavailable`, `database_unavailable`, `search_timeout`, `organization_moving`, `service_busy`, `downloads_busy`
         * @enum {string}
         */
        ProblemCode: "invalid_request" | "malformed_request" | "body_too_complex" | "password_wrong" | "credential_missing" | "api_key_invalid" | "session_invalid" | "sign_in_failed" | "invitation_refused" | "reset_refused" | "scope_missing" | "role_forbids" | "role_forbids_move" | "cross_site" | "not_found" | "archives_off" | "request_timeout" | "duplicate_email" | "duplicate_external_id" | "duplicate_url" | "duplicate_code" | "customer_in_use" | "last_admin" | "user_inactive" | "already_accepted" | "subscription_inactive" | "secret_overlap" | "too_many_subscriptions" | "too_many_media" | "too_many_api_keys" | "api_key_ended" | "api_key_replaced" | "too_many_imports" | "original_delivered" | "delivery_still_due" | "project_not_delivered" | "no_delivery_in_force" | "delivery_superseded" | "already_approved" | "open_revision_items" | "original_published" | "upload_changed" | "discount_exhausted" | "max_redemptions_too_low" | "invoice_not_draft" | "invoice_is_draft" | "invoice_is_sent" | "invoice_is_paid" | "invoice_is_voided" | "project_has_invoice" | "archive_empty" | "archive_not_ready" | "archive_file_missing" | "idempotency_in_progress" | "secret_already_shown" | "archive_changed" | "version_mismatch" | "body_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "wrong_cell" | "idempotency_key_reused" | "rate_limited" | "organization_busy" | "too_many_downloads" | "sign_in_slowed" | "headers_too_large" | "internal_error" | "shutting_down" | "object_store_unavailable" | "database_unavailable" | "search_timeout" | "organization_moving" | "service_busy" | "downloads_busy";
        Project: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            status: components["schemas"]["ProjectStatus"];
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            scheduledTime: string;
            addressLine1: string | null;
            addressLine2: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            countryCode: string | null;
            /** Format: double */
            lat: number | null;
            /** Format: double */
            lng: number | null;
            notes: string | null;
            /** Format: uuid */
            customerId: string | null;
            /** Format: uuid */
            packageId: string | null;
            /** Format: uuid */
            projectManagerId: string | null;
            /** Format: uuid */
            technicianId: string | null;
            /** Format: uuid */
            editorId: string | null;
            mediaTypes: components["schemas"]["MediaType"][] | null;
            /**
             * Format: int32
             * @description Minutes
             */
            estimatedDuration: number | null;
            selectedAddOnIds: string[] | null;
            bookingAnswers: components["schemas"]["BookingAnswer"][] | null;
            /** Format: uuid */
            discountId: string | null;
            discountCode: string | null;
            externalId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            approvedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            cancelledAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        ProjectAssignedData: {
            /** @constant */
            event: "PROJECT_ASSIGNED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            projectId: string;
            project: components["schemas"]["Project"];
            role: components["schemas"]["AssignedRole"];
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            previousUserId: string | null;
        };
        ProjectAssignedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "PROJECT_ASSIGNED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["ProjectAssignedData"];
        };
        ProjectCreatedData: {
            /** @constant */
            event: "PROJECT_CREATED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            projectId: string;
            project: components["schemas"]["Project"];
        };
        ProjectCreatedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "PROJECT_CREATED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["ProjectCreatedData"];
        };
        ProjectDeliveredData: {
            /** @constant */
            event: "PROJECT_DELIVERED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            projectId: string;
            project: components["schemas"]["Project"];
            deliveryToken: string;
            deliveryUrl: string;
        };
        ProjectDeliveredEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "PROJECT_DELIVERED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["ProjectDeliveredData"];
        };
        ProjectDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            state: components["schemas"]["ClientDeliveryState"];
            message: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /** Format: uuid */
            deliveredByUserId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            approvedAt: string | null;
            /** Format: uuid */
            approvedByUserId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revisionRequestedAt: string | null;
            revisionComment: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revokedAt: string | null;
            /** @description The client’s link. null to callers who may not read webhooks, and when it was revoked */
            deliveryUrl: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            firstViewedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastViewedAt: string | null;
            /** Format: int64 */
            viewCount: number;
            /** Format: int64 */
            downloadCount: number;
        };
        ProjectPage: {
            data: components["schemas"]["Project"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        ProjectRow: {
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            scheduledTime: string;
            addressLine1?: string | null;
            addressLine2?: string | null;
            city?: string | null;
            region?: string | null;
            postalCode?: string | null;
            /** @description ISO 3166-1 alpha-2 */
            countryCode?: string | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
            notes?: string | null;
            /** Format: uuid */
            customerId?: string | null;
            /** Format: uuid */
            packageId?: string | null;
            /** Format: uuid */
            projectManagerId?: string | null;
            /** Format: uuid */
            technicianId?: string | null;
            /** Format: uuid */
            editorId?: string | null;
            mediaTypes?: components["schemas"]["MediaType"][] | null;
            /**
             * Format: int32
             * @description Minutes
             */
            estimatedDuration?: number | null;
            selectedAddOnIds?: string[] | null;
            /** @description At most 32768 bytes as JSON in UTF-8 */
            bookingAnswers?: components["schemas"]["NewBookingAnswer"][] | null;
            /** Format: uuid */
            discountId?: string | null;
            discountCode?: string | null;
            externalId: string;
            customerExternalId?: string | null;
        };
        /** @enum {string} */
        ProjectSort: "createdAt" | "-createdAt" | "scheduledTime" | "-scheduledTime" | "updatedAt" | "-updatedAt";
        /** @enum {string} */
        ProjectStatus: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
        ProjectStatusChangedData: {
            /** @constant */
            event: "PROJECT_STATUS_CHANGED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            projectId: string;
            project: components["schemas"]["Project"];
            fromStatus: components["schemas"]["ProjectStatus"];
            toStatus: components["schemas"]["ProjectStatus"];
        };
        ProjectStatusChangedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "PROJECT_STATUS_CHANGED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["ProjectStatusChangedData"];
        };
        ProjectSummary: {
            addressLine1: string | null;
            addressLine2: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            countryCode: string | null;
            status: components["schemas"]["ProjectStatus"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            scheduledTime: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            approvedAt: string | null;
        };
        /** @description null unless the organization allows it */
        PublicAddress: {
            addressLine1: string | null;
            addressLine2: string | null;
            city: string | null;
            region: string | null;
            postalCode: string | null;
            countryCode: string | null;
        };
        PublicOriginal: {
            id: string;
            organization: components["schemas"]["PublishingOrganization"];
            address: components["schemas"]["PublicAddress"] | null;
            kind: components["schemas"]["AlterationKind"];
            note: string | null;
            alteredUrl: string | null;
            /**
             * Format: int64
             * @description null while the size is not known
             */
            alteredWidth: number | null;
            /**
             * Format: int64
             * @description null while the size is not known
             */
            alteredHeight: number | null;
            originalUrl: string | null;
            /**
             * Format: int64
             * @description null while the size is not known
             */
            originalWidth: number | null;
            /**
             * Format: int64
             * @description null while the size is not known
             */
            originalHeight: number | null;
            /** @description The image of a QR code with the address of the page */
            qrUrl: string;
        };
        PublishingOrganization: {
            name: string;
            logoUrl: string | null;
            colour: string | null;
        };
        Quote: {
            currency: string;
            lineItems: components["schemas"]["LineItem"][];
            /**
             * Format: int64
             * @description The sum of the lines. In the currency's minor unit
             */
            subtotalAmount: number;
            /**
             * Format: int64
             * @description Taken off the subtotal, before tax. In the currency's minor unit
             */
            discountAmount: number;
            discountRule: components["schemas"]["DiscountRule"] | null;
            /**
             * Format: int64
             * @description Rounded half up on each line. A discount lowers the taxed amount of each line in proportion. In the currency's minor unit
             */
            taxAmount: number;
            /**
             * Format: int64
             * @description subtotalAmount − discountAmount + taxAmount. In the currency's minor unit
             */
            totalAmount: number;
            /**
             * Format: int64
             * @description Minutes of the shoot: the sum of its parts
             */
            durationMinutes: number | null;
        };
        QuotePriceBody: {
            /** Format: uuid */
            packageId?: string | null;
            selectedAddOnIds?: string[] | null;
            discountCode?: string | null;
        };
        RateLimit: {
            /**
             * Format: int64
             * @description The most calls in the window
             */
            limit: number;
            /** Format: double */
            windowSeconds: number;
        };
        Readiness: {
            /** @constant */
            status: "ok";
            /** @description False while the disk of the database is full. Reads may go on. */
            acceptsWrites: boolean;
            /** @description What the operator should mend, although requests are served: a wrong clock. */
            warnings?: string[];
        };
        RecoverSubscriptionBody: {
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            since: string;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            until?: string;
        };
        Recovery: {
            /** Format: int64 */
            retried: number;
            /** Format: int64 */
            created: number;
            more: boolean;
        };
        RenameMediaBody: {
            filename: string;
        };
        ReorderMediaBody: {
            /** Format: uuid */
            projectId: string;
            mediaIds: string[];
        };
        RequestPasswordResetBody: {
            /** Format: email */
            email: string;
        };
        /** @description At least one of comment and items */
        RequestRevisionBody: {
            comment?: string;
            /** @description What should change in single media of the delivery */
            items?: components["schemas"]["RevisionItemRequest"][];
        };
        RequestedRevisionItem: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            mediaId: string;
            comment: string;
            /**
             * Format: double
             * @description Of the width, from the left. With y, or not at all
             */
            x: number | null;
            /**
             * Format: double
             * @description Of the height, from the top. With x, or not at all
             */
            y: number | null;
            /**
             * Format: double
             * @description Seconds from the start of a video
             */
            time: number | null;
        };
        Revision: {
            /** Format: uuid */
            id: string;
            /**
             * Format: int64
             * @description 1 for the first round of a project
             */
            round: number;
            /** Format: uuid */
            deliveryId: string;
            comment: string | null;
            items: components["schemas"]["RevisionItem"][];
            /** Format: uuid */
            requestedByUserId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            resolvedAt: string | null;
        };
        RevisionItem: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            mediaId: string;
            comment: string;
            /**
             * Format: double
             * @description Of the width, from the left. With y, or not at all
             */
            x: number | null;
            /**
             * Format: double
             * @description Of the height, from the top. With x, or not at all
             */
            y: number | null;
            /**
             * Format: double
             * @description Seconds from the start of a video
             */
            time: number | null;
            status: components["schemas"]["RevisionItemStatus"];
            /** @description What staff say to the client about it */
            answer: string | null;
            /**
             * Format: uuid
             * @description The medium in which it was done
             */
            resolvedMediaId: string | null;
        };
        RevisionItemRequest: {
            /** Format: uuid */
            mediaId: string;
            comment: string;
            /**
             * Format: double
             * @description Of the width, from the left. With y, or not at all
             */
            x?: number | null;
            /**
             * Format: double
             * @description Of the height, from the top. With x, or not at all
             */
            y?: number | null;
            /**
             * Format: double
             * @description Seconds from the start of a video
             */
            time?: number | null;
        };
        /** @enum {string} */
        RevisionItemStatus: "OPEN" | "DONE" | "DECLINED";
        RevisionPage: {
            data: components["schemas"]["Revision"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        RevisionRequestedData: {
            /** @constant */
            event: "REVISION_REQUESTED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            projectId: string;
            project: components["schemas"]["Project"];
            /** Format: uuid */
            revisionId: string;
            /** Format: uuid */
            deliveryId: string;
            /** Format: int64 */
            round: number;
            comment: string | null;
            items: components["schemas"]["RequestedRevisionItem"][];
            /** Format: uuid */
            requestedByUserId: string | null;
        };
        RevisionRequestedEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "REVISION_REQUESTED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["RevisionRequestedData"];
        };
        /** @enum {string} */
        Role: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
        RotateApiKeyBody: {
            /**
             * Format: int32
             * @default 86400
             */
            overlapSeconds?: number;
        };
        RotateSubscriptionSecretBody: {
            /**
             * Format: int32
             * @default 86400
             */
            overlapSeconds?: number;
        };
        /** @enum {string} */
        Scope: "READ" | "WRITE" | "ADMIN" | "BULK_IMPORT" | "WEBHOOKS";
        Service: {
            name: string;
            version: string;
        };
        /** @description The newest round of the project */
        ShownRevision: {
            /** Format: uuid */
            id: string;
            /** Format: int64 */
            round: number;
            comment: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            requestedAt: string;
            items: components["schemas"]["RevisionItem"][];
        };
        SignedIn: {
            accessToken: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
            user: components["schemas"]["SignedInUser"];
            organizations: components["schemas"]["Membership"][];
        };
        SignedInUser: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
        };
        StatusCalls: {
            /** Format: int32 */
            status: number;
            /** Format: int64 */
            calls: number;
        };
        StatusChange: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            projectId: string;
            fromStatus: components["schemas"]["ProjectStatus"];
            toStatus: components["schemas"]["ProjectStatus"];
            /** Format: uuid */
            changedByUserId: string | null;
            /** Format: uuid */
            changedByApiKeyId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            changedAt: string;
        };
        StatusChangePage: {
            data: components["schemas"]["StatusChange"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        StatusCounts: {
            /** Format: int64 */
            PENDING: number;
            /** Format: int64 */
            BOOKED: number;
            /** Format: int64 */
            SHOOTING: number;
            /** Format: int64 */
            UPLOADED: number;
            /** Format: int64 */
            EDITING: number;
            /** Format: int64 */
            IN_REVIEW: number;
            /** Format: int64 */
            DELIVERED: number;
            /** Format: int64 */
            IN_REVISION: number;
            /** Format: int64 */
            CANCELLED: number;
        };
        StoredSubscriptionFilter: {
            projectIds?: string[];
            customerIds?: string[];
            toStatuses?: components["schemas"]["ProjectStatus"][];
        };
        Subscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            url: string;
            events: components["schemas"]["EventName"][];
            active: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before signs too. Null: one secret signs
             */
            previousSecretUntil: string | null;
            description: string | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The subscription's own headers. Each value is `********`. */
            headers: {
                [key: string]: string;
            };
            filter: components["schemas"]["StoredSubscriptionFilter"] | null;
            /** Format: int64 */
            maxPerSecond: number | null;
            standardWebhooks: boolean;
        };
        /** @description An event is sent when it fits one of these lists. Another event is only in the event log. */
        SubscriptionFilter: {
            /** @description The event is about one of these projects. */
            projectIds?: string[];
            /** @description The event is about one of these customers. */
            customerIds?: string[];
            toStatuses?: components["schemas"]["ProjectStatus"][];
        };
        SubscriptionPage: {
            data: components["schemas"]["Subscription"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        SubscriptionStats: {
            /** Format: uuid */
            subscriptionId: string;
            /** @description The last 24 hours, oldest first. The last one is under way */
            hours: components["schemas"]["HourOfAttempts"][];
        };
        TechnicianAvailability: {
            /** Format: uuid */
            technicianId: string;
            name: string;
            /** @description false: the user has no working hours, and the default ones count */
            hasOwnHours: boolean;
            free: components["schemas"]["FreeInterval"][];
        };
        /** @enum {string} */
        UnassignedWork: "technician" | "editor";
        UpdateCustomerBody: {
            name?: string;
            /** Format: email */
            email?: string;
            phone?: string | null;
            company?: string | null;
            notes?: string | null;
            externalId?: string | null;
            /** @description If true, the service sends no mail to the customer */
            mailOptOut?: boolean;
        };
        UpdateDiscountBody: {
            code?: string;
            /**
             * Format: int32
             * @description Hundredths of a percent; either this or discountAmount with currency
             */
            percentBasisPoints?: number | null;
            /** Format: int64 */
            discountAmount?: number | null;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            expiresAt?: string | null;
            /** Format: int32 */
            maxRedemptions?: number | null;
            /** @description A code of ISO 4217, list one (current currencies), or the one that the record has */
            currency?: string | null;
        };
        UpdateInvoiceBody: {
            /** Format: uuid */
            customerId?: string;
            /** @description A code of ISO 4217, list one (current currencies), or the one that the record has */
            currency?: string;
            /** @description The whole invoice has at most 131072 bytes as JSON in UTF-8 */
            lineItems?: components["schemas"]["NewLineItem"][];
            /** Format: uuid */
            projectId?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            dueDate?: string | null;
            notes?: string | null;
        };
        UpdateMediaBody: {
            filename?: string;
            /**
             * Format: uuid
             * @description The original of an altered picture. null also clears the alteration
             */
            alteredFromMediaId?: string | null;
            alteration?: components["schemas"]["NewAlteration"] | null;
        };
        UpdateOfferBody: {
            name?: string;
            /**
             * Format: int64
             * @description In the currency's minor unit
             */
            priceAmount?: number;
            /** @description A code of ISO 4217, list one (current currencies), or the one that the record has */
            currency?: string;
            description?: string | null;
            mediaTypes?: components["schemas"]["MediaType"][] | null;
            /** Format: int32 */
            durationMinutes?: number | null;
        };
        UpdateOrganizationBody: {
            name?: string;
            /**
             * Format: uri
             * @description A picture that browsers show: an https URL
             */
            logoUrl?: string | null;
            /** @description The colour of the client’s pages. Stored in lower case */
            colour?: string | null;
            /** @description A name of the IANA time zone database, like Europe/Zurich */
            timeZone?: string | null;
            /** @description A language tag of BCP 47, like de-CH */
            locale?: string | null;
            /** @description The terms for the use of the files, which the client’s page shows */
            deliveryTerms?: string | null;
            /** @description Whether public originals show the address of the project */
            showAddressOnOriginals?: boolean;
        };
        UpdateProjectBody: {
            /**
             * Format: date-time
             * @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC
             */
            scheduledTime?: string;
            addressLine1?: string | null;
            addressLine2?: string | null;
            city?: string | null;
            region?: string | null;
            postalCode?: string | null;
            /** @description ISO 3166-1 alpha-2 */
            countryCode?: string | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
            notes?: string | null;
            /** Format: uuid */
            customerId?: string | null;
            /** Format: uuid */
            packageId?: string | null;
            /** Format: uuid */
            projectManagerId?: string | null;
            /** Format: uuid */
            technicianId?: string | null;
            /** Format: uuid */
            editorId?: string | null;
            mediaTypes?: components["schemas"]["MediaType"][] | null;
            /**
             * Format: int32
             * @description Minutes
             */
            estimatedDuration?: number | null;
            selectedAddOnIds?: string[] | null;
            /** @description At most 32768 bytes as JSON in UTF-8 */
            bookingAnswers?: components["schemas"]["NewBookingAnswer"][] | null;
            /** Format: uuid */
            discountId?: string | null;
            discountCode?: string | null;
            externalId?: string | null;
        };
        UpdateRevisionItemBody: {
            status?: components["schemas"]["RevisionItemStatus"];
            answer?: string | null;
            /** Format: uuid */
            resolvedMediaId?: string | null;
        };
        UpdateSubscriptionBody: {
            /**
             * Format: uri
             * @description Where events are posted. It begins with `https://`, and has no user name, no password and no fragment. It has at most 2048 characters, also after percent-encoding. The operator may block ports (by default those of mail servers and databases, and those that browsers block). A private, loopback or link-local address is refused: here when the URL contains it, and at each connection when the host name resolves to it. An operator may allow `http://` and such addresses. Two spellings of one URL are the same URL, and an organization has one subscription for it.
             */
            url?: string;
            events?: components["schemas"]["EventName"][];
            active?: boolean;
            description?: string | null;
            /** @description For your own use. Keys have 1 to 40 characters. The value replaces the earlier one as a whole. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Headers that are sent with each webhook, besides those of the service. Not hop-by-hop headers, and not `Host`, `Content-*`, `User-Agent`, `Webhook-*` or `X-Webhook-*`. The values are stored encrypted, and responses show `********` instead of them. The value replaces all earlier headers; `********` keeps the stored value of a header. */
            headers?: {
                [key: string]: string;
            };
            filter?: components["schemas"]["SubscriptionFilter"] | null;
            /**
             * Format: int32
             * @description Webhooks that start in one second. Later ones wait. Null: no such limit.
             */
            maxPerSecond?: number | null;
            /** @description Adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of the Standard Webhooks specification. */
            standardWebhooks?: boolean;
        };
        UpdateUserBody: {
            name?: string;
            role?: components["schemas"]["Role"];
            active?: boolean;
            workingHours?: components["schemas"]["NewWorkingHours"] | null;
        };
        UploadedFile: {
            filename: string;
            /**
             * Format: int64
             * @description Bytes
             */
            size: number;
            type: components["schemas"]["MediaType"];
            key?: string | null;
            cdnUrl?: string | null;
            /** Format: uuid */
            alteredFromMediaId?: string | null;
            alteration?: components["schemas"]["NewAlteration"] | null;
        };
        User: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            active: boolean;
            workingHours: components["schemas"]["WorkingHours"] | null;
            /**
             * Format: date-time
             * @description Null while the person is invited
             */
            acceptedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        UserPage: {
            data: components["schemas"]["User"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        WebhookAttempt: {
            /** Format: int64 */
            attempt: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            startedAt: string;
            /** Format: int64 */
            durationMs: number;
            /** Format: int32 */
            responseStatus: number | null;
            error: string | null;
            responseBody: string | null;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            subscriptionId: string;
            event: components["schemas"]["WebhookEventName"];
            /** Format: uuid */
            eventId: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** Format: int64 */
            attempts: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastAttemptAt: string | null;
            /** Format: int32 */
            responseStatus: number | null;
            error: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
        };
        WebhookDeliveryDetails: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            subscriptionId: string;
            event: components["schemas"]["WebhookEventName"];
            /** Format: uuid */
            eventId: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** Format: int64 */
            attempts: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastAttemptAt: string | null;
            /** Format: int32 */
            responseStatus: number | null;
            error: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
            payload: components["schemas"]["WebhookPayload"] | null;
            attemptLog: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            /** @description null only on the last page. Any page may have fewer records than `limit` */
            nextCursor: string | null;
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "PENDING" | "RETRYING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
        WebhookDisabledData: {
            /** @constant */
            event: "WEBHOOK_DISABLED";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            subscriptionId: string;
            url: string;
            disabledReason: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            failingSince: string;
        };
        WebhookDisabledEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "WEBHOOK_DISABLED";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["WebhookDisabledData"];
        };
        /** @description The body that is posted to a subscription: `event` names the event. */
        WebhookEvent: components["schemas"]["ProjectCreatedEvent"] | components["schemas"]["ProjectAssignedEvent"] | components["schemas"]["ProjectStatusChangedEvent"] | components["schemas"]["ProjectDeliveredEvent"] | components["schemas"]["DeliveryApprovedEvent"] | components["schemas"]["InvoiceCreatedEvent"] | components["schemas"]["InvoiceSentEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceVoidedEvent"] | components["schemas"]["CustomerCreatedEvent"] | components["schemas"]["CustomerUpdatedEvent"] | components["schemas"]["RevisionRequestedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @enum {string} */
        WebhookEventName: "PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED" | "REVISION_REQUESTED" | "WEBHOOK_DISABLED" | "WEBHOOK_TEST";
        WebhookPayload: {
            /** Format: uuid */
            id: string;
            event: components["schemas"]["WebhookEventName"];
            data: unknown;
        };
        WebhookTestData: {
            /** @constant */
            event: "WEBHOOK_TEST";
            /** Format: uuid */
            orgId: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            /** Format: uuid */
            subscriptionId: string;
        };
        WebhookTestEvent: {
            /** Format: uuid */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "WEBHOOK_TEST";
            /** @description Unix seconds; what is signed */
            timestamp: string;
            data: components["schemas"]["WebhookTestData"];
        };
        WindowUsage: {
            /**
             * Format: int64
             * @description The most calls in the window
             */
            limit: number;
            /** Format: double */
            windowSeconds: number;
            /**
             * Format: int64
             * @description The counted calls in it now. A 429 is not counted
             */
            used: number;
            /**
             * Format: double
             * @description Until the oldest counted call leaves the window; 0 when it is empty
             */
            resetSeconds: number;
        };
        /** @description In the time zone of the organization. null: Monday to Friday, 09:00 to 17:00 */
        WorkingHours: {
            monday: components["schemas"]["WorkingInterval"][];
            tuesday: components["schemas"]["WorkingInterval"][];
            wednesday: components["schemas"]["WorkingInterval"][];
            thursday: components["schemas"]["WorkingInterval"][];
            friday: components["schemas"]["WorkingInterval"][];
            saturday: components["schemas"]["WorkingInterval"][];
            sunday: components["schemas"]["WorkingInterval"][];
        };
        WorkingInterval: {
            from: string;
            to: string;
        };
        WrongCell: {
            /**
             * Format: int32
             * @description The HTTP status
             */
            statusCode: number;
            /** @description The HTTP reason phrase */
            error: string;
            code: components["schemas"]["ProblemCode"];
            /** @description What is wrong, for people */
            message: string;
            /** @description Also in x-request-id. It identifies the request in the log */
            requestId: string;
            /** @description The base URL of the cell that knows the credential */
            cellUrl: string;
        };
    };
    responses: {
        /** @description The request is not valid: each message names one violation */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description The request is not valid: each message names one violation */
        BadRequestToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description There is a conflict: a request with this Idempotency-Key is running: `idempotency_in_progress` */
        ConflictToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential may not do this */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential may not do this */
        ForbiddenToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        InternalServerError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        InternalServerErrorToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is of another cell: send the request to `cellUrl`, once */
        MisdirectedRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WrongCell"];
            };
        };
        /** @description The credential is of another cell: send the request to `cellUrl`, once */
        MisdirectedRequestToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WrongCell"];
            };
        };
        /** @description The record does not exist, or belongs to another organization */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not exist, or belongs to another organization */
        NotFoundToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record has the ETag in If-None-Match: there is no body */
        NotModified: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                etag: components["headers"]["Etag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is too large */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not have the ETag in If-Match: nothing was changed */
        PreconditionFailed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not have the ETag in If-Match: nothing was changed */
        PreconditionFailedToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not valid: each message names one violation */
        PublicBadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description The request is not valid: each message names one violation */
        PublicBadRequestToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description There is a conflict: a request with this Idempotency-Key is running: `idempotency_in_progress` */
        PublicConflictToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        PublicInternalServerError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        PublicInternalServerErrorToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not exist, or belongs to another organization */
        PublicNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not exist, or belongs to another organization */
        PublicNotFoundToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record has the ETag in If-None-Match: there is no body */
        PublicNotModified: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                etag: components["headers"]["Etag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is too large */
        PublicPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot reach a part that it needs: try again soon */
        PublicServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot reach a part that it needs: try again soon */
        PublicServiceUnavailableToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "retry-after": components["headers"]["RetryAfter"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many calls: wait for as long as Retry-After says */
        PublicTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used with another body */
        PublicUnprocessableEntityToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The type of the body is not supported here */
        PublicUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The URL and the headers are too large */
        RequestHeaderFieldsTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not arrive completely in time */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot reach a part that it needs: try again soon */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot reach a part that it needs: try again soon */
        ServiceUnavailableToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                "retry-after": components["headers"]["RetryAfter"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many calls: wait for as long as Retry-After says */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No valid credential was sent */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "www-authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used with another body */
        UnprocessableEntityToBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                "x-ignored-fields": components["headers"]["IgnoredFields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The type of the body is not supported here */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "cache-control": components["headers"]["CacheControl"];
                vary: components["headers"]["Vary"];
                "x-content-type-options": components["headers"]["ContentTypeOptions"];
                "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description `nextCursor` of the previous page, with the same filters and sort */
        Cursor: string;
        /** @description The id of the record */
        Id: string;
        /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
        IdempotencyKey: string;
        /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
        IfMatch: string;
        /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
        IfNoneMatch: string;
        /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
        Limit: number;
        /** @description With a session: the organization to act in. With a key it is ignored. */
        OrganizationId: string;
        /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
        Prefer: string;
        /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description `no-store`; with an ETag `private, no-cache`: store it, and ask each time whether it is still current */
        CacheControl: string;
        /** @description `nosniff`: do not guess another content type */
        ContentTypeOptions: string;
        /** @description The version of the record. Send it back as If-Match or If-None-Match */
        Etag: string;
        /** @description `true` when this is the stored response of the first request */
        IdempotencyReplayed: string;
        /** @description Unknown body fields that were dropped */
        IgnoredFields: string;
        /** @description Where the result is: the progress of an import, an archive, the link at another cell */
        Location: string;
        /** @description The most calls of the window with the fewest calls left */
        RatelimitLimit: number;
        /** @description The most calls of the window with the fewest calls left */
        RatelimitLimitIfKnown: number;
        /** @description Calls that are left in this window */
        RatelimitRemaining: number;
        /** @description Calls that are left in this window */
        RatelimitRemainingIfKnown: number;
        /** @description Whole seconds until the oldest call leaves this window */
        RatelimitReset: number;
        /** @description Whole seconds until the oldest call leaves this window */
        RatelimitResetIfKnown: number;
        /** @description Finds this request in the log */
        RequestId: string;
        /** @description Whole seconds to wait */
        RetryAfter: number;
        /** @description Whole seconds to wait */
        RetryAfterIfKnown: number;
        /** @description The headers that name the caller: a cache must not give one caller the response of another */
        Vary: string;
        /** @description The kinds of credentials that are accepted */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    describeService: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["PublicTooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
        };
    };
    listAddOns: {
        parameters: {
            query?: {
                /** @description true lists only archived records; by default only the others are listed */
                archived?: boolean;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOfferBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOfferBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The organization has 100 keys that are neither revoked nor expired: `too_many_api_keys`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getCurrentCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKeyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The key was replaced before: `api_key_replaced`; it was revoked or has expired: `api_key_ended`; the organization has 100 keys that work, the old one among them: `too_many_api_keys`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getApiKeyUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            /** @description The token is unknown, has expired or was accepted: `invitation_refused` */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "www-authenticate": components["headers"]["WwwAuthenticate"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            /** @description Too many passwords were tried: `sign_in_slowed`. The bounds for one email from one network are 10 wrong passwords in 15 minutes, and 100 passwords, right or wrong, in an hour. The bounds for one email from all networks, and for one network, are higher. Too many calls from one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicBadRequestToBody"];
            /** @description The session is unknown or has ended, perhaps while the request ran: `session_invalid` */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "www-authenticate": components["headers"]["WwwAuthenticate"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["PublicConflictToBody"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            422: components["responses"]["PublicUnprocessableEntityToBody"];
            /** @description Too many passwords were tried: `sign_in_slowed`. The bounds for one email from one network are 10 wrong passwords in 15 minutes, and 100 passwords, right or wrong, in an hour. The bounds for one email from all networks, and for one network, are higher. Too many calls from one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetBody"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequested"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            /** @description In an hour, more than 5 requests for one email or 50 of one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    acceptPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptPasswordResetBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            /** @description The token is unknown, has expired or was used: `reset_refused` */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "www-authenticate": components["headers"]["WwwAuthenticate"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            429: components["responses"]["PublicTooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            /** @description The email or the password is wrong: `sign_in_failed` for both */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "www-authenticate": components["headers"]["WwwAuthenticate"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            /** @description Too many passwords were tried: `sign_in_slowed`. The bounds for one email from one network are 10 wrong passwords in 15 minutes, and 100 passwords, right or wrong, in an hour. The bounds for one email from all networks, and for one network, are higher. Too many calls from one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["PublicTooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicBadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["PublicTooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    getAvailability: {
        parameters: {
            query: {
                /** @description The beginning of the time to look at */
                from: string;
                /** @description Its end, at most 31 days later */
                to: string;
                /** @description These people. Default: all active users with the role TECHNICIAN */
                technicianId?: string[];
                /** @description How long the shoot takes */
                durationMinutes?: number;
                /** @description The way to the shoot, and again the way from it */
                travelMinutes?: number;
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImportPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importCustomers: {
        parameters: {
            query?: {
                /** @description Report what would be done, and write nothing; false by default */
                dryRun?: boolean;
                /** @description Fire the events of what is imported; true by default */
                emitEvents?: boolean;
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB and 320000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCustomersBody"];
                /**
                 * @example externalId,name,email
                 *     crm-7,Ann Agent,ann@example.com
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImport"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    importProjects: {
        parameters: {
            query?: {
                /** @description Report what would be done, and write nothing; false by default */
                dryRun?: boolean;
                /** @description Fire the events of what is imported; true by default */
                emitEvents?: boolean;
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB and 320000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportProjectsBody"];
                /**
                 * @example externalId,scheduledTime,city,mediaTypes
                 *     order-1007,2026-05-01T09:30:00Z,Springfield,PHOTO;VIDEO
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImport"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImport"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description With this status */
                status?: components["schemas"]["BulkImportRowStatus"];
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImportRowPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readCalendar: {
        parameters: {
            query?: {
                /** @description A redirect from another cell sets it. The link is redirected only once */
                redirected?: string;
            };
            header?: {
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The secret of the calendar */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            304: components["responses"]["PublicNotModified"];
            /** @description It is at another address, which `location` names */
            307: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicBadRequest"];
            404: components["responses"]["PublicNotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            /** @description It is read too often, or this network asks for unknown calendars: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Any of these customers */
                id?: string[];
                /** @description At most 8 words of at least 2 characters: each must begin a word of the name, the company or the email, without regard to case */
                q?: string;
                /** @description This email, without regard to case */
                email?: string;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another customer has this email (`duplicate_email`, without regard to case) or this externalId (`duplicate_external_id`); or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Projects or invoices refer to the customer: `customer_in_use` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another customer has this email (`duplicate_email`, without regard to case) or this externalId (`duplicate_external_id`) */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the delivery, a secret of its client */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDelivery"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            404: components["responses"]["PublicNotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    approveDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the delivery, a secret of its client */
                token: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDelivery"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            404: components["responses"]["PublicNotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description No decision is possible now: `delivery_superseded`, `project_not_delivered` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    getDeliveryArchive: {
        parameters: {
            query?: {
                /** @description `mls`: pictures of at most 2048 px, and the originals of all other files */
                size?: components["schemas"]["ArchiveSize"];
                /** @description Only these media. Without it: all media of the delivery */
                media?: string[];
                /** @description A redirect from another cell sets it. The link is redirected only once */
                redirected?: string;
            };
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the delivery, a secret of its client */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is at another address, which `location` names */
            307: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicBadRequest"];
            /** @description There is nothing here: `not_found`; or the service offers no archives: `archives_off` */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description There is nothing to download (`archive_empty`), files are being prepared (`archive_not_ready`, with Retry-After), or a file is not in the store (`archive_file_missing`) */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfterIfKnown"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    requestRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the delivery, a secret of its client */
                token: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB and 5000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestRevisionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDelivery"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            404: components["responses"]["PublicNotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description No decision is possible now: `delivery_superseded`, `project_not_delivered`, `already_approved` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    countView: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the delivery, a secret of its client */
                token: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PublicBadRequestToBody"];
            404: components["responses"]["PublicNotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    listDiscounts: {
        parameters: {
            query?: {
                /** @description true lists only archived records; by default only the others are listed */
                archived?: boolean;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDiscountBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another discount that is not archived has this code: `duplicate_code`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDiscountBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another discount that is not archived has this code: `duplicate_code`; more projects use it than the new number allows: `max_redemptions_too_low` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Any of these */
                event?: components["schemas"]["EventName"][];
                /** @description Of this project, and of its invoices */
                projectId?: string;
                /** @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                since?: string;
                /** @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                until?: string;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedEventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedEvent"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkLive: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
        };
    };
    checkReady: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            /** @description The database cannot be reached or is read-only: `database_unavailable`; or the process is about to end: `shutting_down` */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Any of these */
                status?: components["schemas"]["InvoiceStatus"][];
                /** @description Of this customer */
                customerId?: string;
                /** @description Of this project */
                projectId?: string;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoicePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoiceBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInvoiceBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is not a draft any more: `invoice_not_draft` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    payInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PayInvoiceBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The status of the invoice does not allow it: `invoice_is_<status>`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The status of the invoice does not allow it: `invoice_is_<status>`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    voidInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The status of the invoice does not allow it: `invoice_is_<status>`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Of this kind */
                kind?: components["schemas"]["MailKind"];
                /** @description With this status */
                status?: components["schemas"]["MailStatus"];
                /** @description About this project */
                projectId?: string;
                /** @description To this customer */
                customerId?: string;
                /** @description To this user */
                userId?: string;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmUploads: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmUploadsBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaBatch"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaBatch"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project has 1,000 media already: `too_many_media`. The file was uploaded again meanwhile: `upload_changed`. Confirm it again; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                    "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmUploadBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project has 1,000 media already: `too_many_media`. The file was uploaded again meanwhile: `upload_changed`. Confirm it again; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                    "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    presignUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresignUploadBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedUpload"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project has 1,000 media already: `too_many_media`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                    "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    presignUploads: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresignUploadsBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedUploadBatch"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project has 1,000 media already: `too_many_media`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                    "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMediaOfProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reorderMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReorderMediaBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaPage"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `original_delivered`: a delivered project shows a picture that was altered from this one */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMediaBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description `original_published`: the picture was delivered with its original, and a public page shows both */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    renameMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameMediaBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getPublicOriginal: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id in the address of the page */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicOriginal"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            404: components["responses"]["PublicNotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    listPackages: {
        parameters: {
            query?: {
                /** @description true lists only archived records; by default only the others are listed */
                archived?: boolean;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOfferBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getPackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archivePackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOfferBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    quotePrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotePriceBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Any of these */
                status?: components["schemas"]["ProjectStatus"][];
                /** @description Of this customer */
                customerId?: string;
                /** @description Assigned to this technician */
                technicianId?: string;
                /** @description Assigned to this editor */
                editorId?: string;
                /** @description Assigned to this project manager */
                projectManagerId?: string;
                /** @description Scheduled at this time or later */
                scheduledFrom?: string;
                /** @description Scheduled at this time or earlier */
                scheduledTo?: string;
                /** @description Changed at this time or later */
                updatedSince?: string;
                /** @description At most 8 words of at least 2 characters: each must begin a word of the address or the notes, without regard to case */
                q?: string;
                /** @description The field to sort by; `-` for descending */
                sort?: components["schemas"]["ProjectSort"];
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
                /** @description Without a technician, or without an editor */
                unassigned?: components["schemas"]["UnassignedWork"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another project has this externalId: `duplicate_external_id`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    countProjectsByStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusCounts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another project has this externalId: `duplicate_external_id` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    approveProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description No decision is possible now: `no_delivery_in_force`, `delivery_superseded`, `project_not_delivered`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    createArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Archive"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            /** @description There is nothing here: `not_found`; or the service offers no archives: `archives_off` */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimitIfKnown"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemainingIfKnown"];
                    "x-ratelimit-reset": components["headers"]["RatelimitResetIfKnown"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description There is nothing to download (`archive_empty`), files are being prepared (`archive_not_ready`, with Retry-After), or a file is not in the store (`archive_file_missing`); or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "retry-after": components["headers"]["RetryAfterIfKnown"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    assignCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignCustomerBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    assignEditor: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignUserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    assignProjectManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignUserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    assignTechnician: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignUserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    deliverProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeliverProjectBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveredProject"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope is missing, or the role may not make this move: `role_forbids_move` names the move, and those that the role may make from here */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project leaves CANCELLED, and its discount has no redemption left: `discount_exhausted`. Items of a revision are OPEN, and `force` is not true: `open_revision_items`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getProjectDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDelivery"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope is missing, or the role may not make this move: `role_forbids_move` names the move, and those that the role may make from here */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectHistory: {
        parameters: {
            query?: {
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusChangePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    draftProjectInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project has an invoice that is not void: `project_has_invoice`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listProjectMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestProjectRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestRevisionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description No decision is possible now: `no_delivery_in_force`, `delivery_superseded`, `project_not_delivered`, `already_approved`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listProjectRevisions: {
        parameters: {
            query?: {
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRevisionItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
                /** @description The id of the revision */
                revisionId: string;
                /** @description The id of the item */
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRevisionItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
                /** @description The id of the revision */
                revisionId: string;
                /** @description The id of the item */
                itemId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRevisionItemBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionItem"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    changeProjectStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeProjectStatusBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope is missing, or the role may not make this move: `role_forbids_move` names the move, and those that the role may make from here */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project leaves CANCELLED, and its discount has no redemption left: `discount_exhausted`. Items of a revision are OPEN, and `force` is not true: `open_revision_items` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Any of these: a status like 404, or a class of them like 4XX */
                status?: string[];
                /** @description Any of these */
                code?: components["schemas"]["ProblemCode"][];
                /** @description As in the response: /projects/{id} */
                route?: string;
                /** @description With this key */
                apiKeyId?: string;
                /** @description Of this person, by a session or a key */
                userId?: string;
                /** @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                since?: string;
                /** @description RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                until?: string;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMailSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the link in a mail */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSubscription"];
                };
            };
            400: components["responses"]["PublicBadRequest"];
            404: components["responses"]["PublicNotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["PublicTooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerError"];
            503: components["responses"]["PublicServiceUnavailable"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token of the link in a mail */
                token: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
                /** @example List-Unsubscribe=One-Click */
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSubscription"];
                };
            };
            400: components["responses"]["PublicBadRequestToBody"];
            404: components["responses"]["PublicNotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PublicPayloadTooLarge"];
            415: components["responses"]["PublicUnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequestToBody"];
            429: components["responses"]["PublicTooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["PublicInternalServerErrorToBody"];
            503: components["responses"]["PublicServiceUnavailableToBody"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Any of these users */
                id?: string[];
                /** @description With this role */
                role?: components["schemas"]["Role"];
                /** @description true lists only active users, false only the others */
                active?: boolean;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewUser"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope or the role is missing; `role_forbids` also when the new role, or the user, is above one’s own role */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The person is a user here already: `duplicate_email`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope or the role is missing; `role_forbids` also when the new role, or the user, is above one’s own role */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The user is the last active ADMIN: `last_admin` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewCalendar"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope or the role is missing; `role_forbids` also for the calendar of another user */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The user is deactivated: `user_inactive`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope or the role is missing; `role_forbids` also for the calendar of another user */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteUserAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope or the role is missing; `role_forbids` also when the new role, or the user, is above one’s own role */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The person has accepted (`already_accepted`) or is deactivated (`user_inactive`); `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listAllWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description To this subscription */
                subscriptionId?: string;
                /** @description Any of these */
                event?: components["schemas"]["WebhookEventName"][];
                /** @description Of this event */
                eventId?: string;
                /** @description Of events of this project, and of its invoices, that the event log still has */
                projectId?: string;
                /** @description Any of these */
                status?: components["schemas"]["WebhookDeliveryStatus"][];
                /** @description The last response had any of these: a status, like `503`, or a class, like `5xx` */
                responseStatus?: string[];
                /** @description Created then or later. RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                since?: string;
                /** @description Created then or earlier. RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                until?: string;
                /** @description The last attempt began then or later. RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                lastAttemptSince?: string;
                /** @description The last attempt began then or earlier. RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC */
                lastAttemptUntil?: string;
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedWebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description An attempt is still due: `delivery_still_due`; The subscription is switched off: `subscription_inactive`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscriptionBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another subscription has this url: `duplicate_url`; the organization has 50 already: `too_many_subscriptions`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriptionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another subscription has this url: `duplicate_url` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Any of these */
                status?: components["schemas"]["WebhookDeliveryStatus"][];
                /** @description The most records of a page. A page of large records may have fewer: it ends at 4194304 bytes */
                limit?: components["parameters"]["Limit"];
                /** @description `nextCursor` of the previous page, with the same filters and sort */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recoverSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverSubscriptionBody"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The subscription is switched off: `subscription_inactive`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    rotateSubscriptionSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the record as you know it, several ETags with commas between them, or `*` for any. The record is changed only when it has one of them. A weak ETag (`W/`) never matches. */
                "if-match"?: components["parameters"]["IfMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSubscriptionSecretBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    etag: components["headers"]["Etag"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The previous secret still signs, and `overlapSeconds` is not 0: `secret_overlap`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedToBody"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    getSubscriptionStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description The ETag of the record as you have it, or several ETags with commas between them. When the record has one of them, the response is a 304 without a body. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    etag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionStats"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in. With a key it is ignored. */
                "x-org-id"?: components["parameters"]["OrganizationId"];
                /** @description `handling=strict` refuses unknown fields of the body. Without it they are dropped, and named in `x-ignored-fields`. */
                prefer?: components["parameters"]["Prefer"];
                /** @description Makes a repeat safe: the same key with the same body within 24 hours gets the first response again, and nothing is done twice. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description An id of your own for this request: 1 to 128 letters, digits or `_ . : ~ + / = -`. It is used in the response and the log. An id of another form is replaced by a new one. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the record */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequestToBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToBody"];
            404: components["responses"]["NotFoundToBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The subscription is switched off: `subscription_inactive`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "cache-control": components["headers"]["CacheControl"];
                    vary: components["headers"]["Vary"];
                    "x-content-type-options": components["headers"]["ContentTypeOptions"];
                    "x-ratelimit-limit": components["headers"]["RatelimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RatelimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RatelimitReset"];
                    "x-ignored-fields": components["headers"]["IgnoredFields"];
                    "idempotency-replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableEntityToBody"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorToBody"];
            503: components["responses"]["ServiceUnavailableToBody"];
        };
    };
    projectCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    projectAssigned: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectAssignedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    projectStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    projectDelivered: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryApprovedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    invoiceCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    invoiceSent: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceSentEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    invoicePaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoicePaidEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    invoiceVoided: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceVoidedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    customerCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    customerUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revisionRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionRequestedEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDisabledEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every attempt: use it to find duplicates */
                "X-Webhook-Id": string;
                /** @description The name of the event */
                "X-Webhook-Event": string;
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": string;
                /** @description The id of `X-Webhook-Id`. Sent if the subscription has `standardWebhooks` */
                "webhook-id"?: string;
                /** @description Seconds since 1970. Sent if the subscription has `standardWebhooks` */
                "webhook-timestamp"?: string;
                /** @description `v1,<base64>` over `<id>.<timestamp>.<raw body>`. Sent if the subscription has `standardWebhooks` */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received. Everything else is tried again on a fixed schedule. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
