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
         * @description Needs no credential.
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
         * @description Newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listAddOns"];
        put?: never;
        /**
         * Create an add-on
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description Needs the scope READ.
         */
        get: operations["getAddOn"];
        put?: never;
        post?: never;
        /**
         * Archive an add-on
         * @description It is archived: past projects keep what they refer to. Again: 204.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["archiveAddOn"];
        options?: never;
        head?: never;
        /**
         * Change an add-on
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description Newest first, revoked ones too.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The only answer that shows `key`. It can’t have a scope that its maker lacks.
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
         * Tell a credential what it is
         * @description Organization, role, scopes, expiry and limits.
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
         * @description It stops working at once. Again: 204.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        delete: operations["revokeApiKey"];
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
         * @description When an account of the invited email has this password, it becomes a member. Otherwise a new account is made with it. The response is that of a sign-in, alike in both cases.
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
         * @description The session acts in the organization that `x-org-id` names, and is good for 12 hours. Several accounts may share an email: `organizations` are those of the account that has this password. An account has at most 20 live sessions; the oldest ends for one more.
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
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Needs a session.
         */
        delete: operations["endSession"];
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
         * @description Newest first.
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
         * @description Up to 5,000 rows and 16 MiB, as JSON or as `text/csv` with a header row of up to 100 columns and rows of up to 64 KiB. The rows are imported after the answer. A wrong or malformed row stops no other; a row whose `externalId` was imported before changes nothing.
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
         * @description Up to 5,000 rows and 16 MiB, as JSON or as `text/csv` with a header row of up to 100 columns and rows of up to 64 KiB. The rows are imported after the answer. A wrong or malformed row stops no other; a row whose `externalId` was imported before changes nothing.
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
         * @description Needs the scope BULK_IMPORT, and the role ADMIN or MANAGER.
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
         * @description In the order of the file.
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
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Fires CUSTOMER_CREATED.
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
         * @description Needs the scope READ.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Fires CUSTOMER_UPDATED when something really changed; `changed` names the fields. `null` clears an optional field.
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
         * @description The token in the path is all that the client has. Answers as long as it lives.
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
         * @description Fires DELIVERY_APPROVED once for each delivery. Again: 200, and no event.
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
         * @description Moves the project DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED.
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
    "/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List discounts
         * @description Newest first.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["listDiscounts"];
        put?: never;
        /**
         * Create a discount
         * @description Either a share, `percentBasisPoints`, or a `discountAmount` in a `currency`.
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
         * @description Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["getDiscount"];
        put?: never;
        post?: never;
        /**
         * Archive a discount
         * @description It is archived: past projects keep what they refer to. Again: 204.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["archiveDiscount"];
        options?: never;
        head?: never;
        /**
         * Change a discount
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * List what happened
         * @description Of the last 30 days, newest first, whether or not anyone was subscribed.
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
         * @description Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
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
         * Tell that the process answers
         * @description Needs no credential.
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
         * Tell that the process can serve
         * @description Needs no credential.
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
         * @description Newest first.
         *
         *     Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Draft an invoice
         * @description It is a DRAFT without a number. Tax is rounded half up on each line. Fires INVOICE_CREATED.
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
         * @description Needs the scope READ, and the role ADMIN or MANAGER.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a draft
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description SENT → PAID. Fires INVOICE_PAID.
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
         * @description DRAFT → SENT. Gives it the next number, without gaps. Fires INVOICE_SENT.
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
         * @description DRAFT or SENT → VOIDED. Fires INVOICE_VOIDED.
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
         * @description All or nothing, in the order of the request; messages name the file by its index.
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
         * @description 201 the first time, and 200 with the record that exists when the key was confirmed before. Without `key`, the newest presign for the project and filename is meant.
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
         * @description PUT the bytes to `uploadUrl` within an hour, with the same Content-Type and no other headers of this service; then confirm.
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
         * @description All or nothing, in the order of the request; messages name the file by its index.
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
         * @description The whole list by `position`; `nextCursor` is always `null`.
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
         * @description `mediaIds` names all of them, each once. Answers the list in the new order.
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
         * @description Needs the scope READ.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a media item
         * @description And soon after, its file.
         *
         *     Needs the scope WRITE.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Needs the scope WRITE.
         */
        patch: operations["renameMedia"];
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
         * @description Newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listPackages"];
        put?: never;
        /**
         * Create a package
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description Needs the scope READ.
         */
        get: operations["getPackage"];
        put?: never;
        post?: never;
        /**
         * Archive a package
         * @description It is archived: past projects keep what they refer to. Again: 204.
         *
         *     Needs the scope WRITE, and the role ADMIN or MANAGER.
         */
        delete: operations["archivePackage"];
        options?: never;
        head?: never;
        /**
         * Change a package
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description The lines and sums that an invoice would have. Makes nothing.
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
         * @description Newest first unless `sort` says otherwise. All filters that are given hold.
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
         * @description It is PENDING. Fires PROJECT_CREATED, then PROJECT_ASSIGNED for the technician and the editor that it names.
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
         * @description Needs the scope READ.
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
         * @description Needs the scope READ.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Takes every field of create; `null` clears one. Fires PROJECT_ASSIGNED when the technician or the editor really changed.
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
         * @description Fires DELIVERY_APPROVED once for each delivery, and publishes media of the type PROPERTY_WEBSITE. Again: 200, and no event.
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
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description Fires PROJECT_ASSIGNED when the person really changed. `null` unassigns, and tells nobody.
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
         * @description Needs the scope WRITE, and the role ADMIN or MANAGER.
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
         * @description Fires PROJECT_ASSIGNED when the person really changed. `null` unassigns, and tells nobody.
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
         * @description Moves the project to DELIVERED and makes a token for the client. Fires PROJECT_STATUS_CHANGED and PROJECT_DELIVERED; on a project that is DELIVERED already it makes a new token and fires PROJECT_DELIVERED alone.
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
         * @description What was said of it, without its token.
         *
         *     Needs the scope READ.
         */
        get: operations["getProjectDelivery"];
        put?: never;
        post?: never;
        /**
         * Revoke the token of a delivery
         * @description The token is a 404 from then on.
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
         * @description Newest first: who or which key, from where, to where, when.
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
         * @description From its package, add-ons and discount, which must share one currency. Fires INVOICE_CREATED.
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
         * @description The same as `GET /media/project/{id}`.
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
         * @description Moves DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED.
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
         * @description ADMIN and MANAGER may make every move; a TECHNICIAN SHOOTING → UPLOADED; an EDITOR EDITING → IN_REVIEW, IN_REVISION → IN_REVIEW and IN_REVIEW → DELIVERED: both only on projects that are assigned to them. Fires PROJECT_STATUS_CHANGED, and PROJECT_DELIVERED on entering DELIVERED. The same status again changes nothing.
         *
         *     Needs the scope WRITE.
         */
        patch: operations["changeProjectStatus"];
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
         * @description Newest first.
         *
         *     Needs the scope READ.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a person
         * @description The only answer that shows `invitationToken`, which is good for 7 days. Work can be assigned to the person at once; they can act when they have accepted.
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
         * @description Needs the scope READ.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description `active: false` ends their sessions here and stops the keys that they made, at once. A higher `role` ends the open invitation of a person who has not accepted: invite them again.
         *
         *     Needs the scope ADMIN, and the role ADMIN or MANAGER.
         */
        patch: operations["updateUser"];
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
         * @description Makes a new `invitationToken`; the one before is void.
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
    "/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery, its payload and its attempts
         * @description `payload` is `null` once its event is older than the log of 30 days.
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
         * @description One extra attempt with the same id, for a delivery that has ended.
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
         * @description Newest first.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe to events
         * @description The only answer that shows the signing secret.
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
         * @description Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Its waiting deliveries are not sent.
         *
         *     Needs the scope WEBHOOKS, and the role ADMIN or MANAGER.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description Switching it off cancels its waiting deliveries.
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
         * @description Newest first.
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
         * @description One extra attempt for every delivery that ended FAILED or CANCELLED since then, and a first one for events that came while the subscription was off.
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
         * @description Until the overlap is over both secrets sign: `v1=<new>,v1=<old>`. The only answer that shows the new one.
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
         * @description WEBHOOK_TEST, signed and posted like any other event, in one attempt.
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
        /** The webhook PROJECT_CREATED */
        post: operations["PROJECT_CREATED"];
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
        /** The webhook PROJECT_ASSIGNED */
        post: operations["PROJECT_ASSIGNED"];
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
        /** The webhook PROJECT_STATUS_CHANGED */
        post: operations["PROJECT_STATUS_CHANGED"];
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
        /** The webhook PROJECT_DELIVERED */
        post: operations["PROJECT_DELIVERED"];
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
        /** The webhook DELIVERY_APPROVED */
        post: operations["DELIVERY_APPROVED"];
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
        /** The webhook INVOICE_CREATED */
        post: operations["INVOICE_CREATED"];
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
        /** The webhook INVOICE_SENT */
        post: operations["INVOICE_SENT"];
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
        /** The webhook INVOICE_PAID */
        post: operations["INVOICE_PAID"];
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
        /** The webhook INVOICE_VOIDED */
        post: operations["INVOICE_VOIDED"];
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
        /** The webhook CUSTOMER_CREATED */
        post: operations["CUSTOMER_CREATED"];
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
        /** The webhook CUSTOMER_UPDATED */
        post: operations["CUSTOMER_UPDATED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ApiKey: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            scopes: ("READ" | "WRITE" | "ADMIN" | "BULK_IMPORT" | "WEBHOOKS")[];
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
        };
        BulkImport: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** @enum {string} */
            kind: "CUSTOMERS" | "PROJECTS";
            /** @enum {string} */
            status: "PENDING" | "RUNNING" | "COMPLETED";
            dryRun: boolean;
            emitEvents: boolean;
            total: number;
            succeeded: number;
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
        BulkImportRow: {
            number: number;
            externalId: string | null;
            /** @enum {string} */
            status: "PENDING" | "SUCCEEDED" | "FAILED";
            messages: string[];
            /** Format: uuid */
            recordId: string | null;
        };
        ClientDelivery: {
            /** @enum {string} */
            state: "OPEN" | "APPROVED" | "REVISION_REQUESTED" | "SUPERSEDED";
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
            project: {
                addressLine1: string | null;
                addressLine2: string | null;
                city: string | null;
                region: string | null;
                postalCode: string | null;
                countryCode: string | null;
                /** @enum {string} */
                status: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
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
            media: components["schemas"]["DeliveredMedia"][];
        };
        Credential: {
            /** Format: uuid */
            id: string | null;
            name: string | null;
            prefix: string | null;
            organization: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** Format: uuid */
            userId: string;
            /** @enum {string} */
            role: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
            scopes: ("READ" | "WRITE" | "ADMIN" | "BULK_IMPORT" | "WEBHOOKS")[];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            limits: {
                limit: number;
                windowSeconds: number;
            }[];
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
        DeliveredMedia: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
            filename: string;
            contentType: string;
            size: number;
            cdnUrl: string;
            position: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            publishedAt: string | null;
            alteredFrom: {
                /** Format: uuid */
                id: string;
                filename: string;
                cdnUrl: string;
            } | null;
        };
        DeliveredProject: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** @enum {string} */
            status: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
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
            lat: number | null;
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
            mediaTypes: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
            estimatedDuration: number | null;
            selectedAddOnIds: string[] | null;
            bookingAnswers: {
                question: string;
                answer: string;
            }[] | null;
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
        Discount: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            code: string;
            percentBasisPoints: number | null;
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
            maxRedemptions: number | null;
            /** @description Projects that hold it now */
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
        Event: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** @enum {string} */
            event: "PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED";
            data: unknown;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        InvalidRequest: {
            statusCode: number;
            /** @description The HTTP reason phrase */
            error: string;
            /** @description For programs; listed in docs/errors.md */
            code: string;
            /** @description One sentence for each thing that is wrong; it starts with the path of the field */
            message: string[];
            /** @description Also in x-request-id; finds the request in the log */
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
            /** @description Given at sending, without gaps */
            number: string | null;
            /** @enum {string} */
            status: "DRAFT" | "SENT" | "PAID" | "VOIDED";
            /** Format: uuid */
            customerId: string;
            /** Format: uuid */
            projectId: string | null;
            currency: string;
            lineItems: components["schemas"]["LineItem"][];
            /** @description The lines as they are */
            subtotalAmount: number;
            /** @description Taken off the subtotal, before tax */
            discountAmount: number;
            /** @description Rounded half up on each line. A discount lowers what is taxed, on each line in proportion. */
            taxAmount: number;
            /** @description subtotalAmount − discountAmount + taxAmount */
            totalAmount: number;
            /** Format: date */
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
        LineItem: {
            description: string;
            quantity: number;
            unitAmount: number;
            taxBasisPoints: number | null;
        };
        Media: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            projectId: string;
            /** @enum {string} */
            type: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
            filename: string;
            key: string;
            contentType: string;
            size: number;
            cdnUrl: string;
            position: number;
            /** Format: uuid */
            alteredFromMediaId: string | null;
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
        NewApiKey: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            scopes: ("READ" | "WRITE" | "ADMIN" | "BULK_IMPORT" | "WEBHOOKS")[];
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
            key: string;
        };
        NewSubscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            url: string;
            events: ("PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED")[];
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
            secret: string;
        };
        NewUser: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
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
            invitationToken: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            invitationExpiresAt: string;
        };
        Offer: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            name: string;
            description: string | null;
            priceAmount: number;
            currency: string;
            mediaTypes: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
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
        PresignedUpload: {
            uploadUrl: string;
            key: string;
            cdnUrl: string;
        };
        Problem: {
            statusCode: number;
            /** @description The HTTP reason phrase */
            error: string;
            /** @description For programs; listed in docs/errors.md */
            code: string;
            /** @description What is wrong, for people */
            message: string;
            /** @description Also in x-request-id; finds the request in the log */
            requestId: string;
        };
        Project: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** @enum {string} */
            status: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
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
            lat: number | null;
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
            mediaTypes: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
            estimatedDuration: number | null;
            selectedAddOnIds: string[] | null;
            bookingAnswers: {
                question: string;
                answer: string;
            }[] | null;
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
        ProjectDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            /** @enum {string} */
            state: "OPEN" | "APPROVED" | "REVISION_REQUESTED" | "SUPERSEDED";
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
        };
        Quote: {
            currency: string;
            lineItems: components["schemas"]["LineItem"][];
            /** @description The lines as they are */
            subtotalAmount: number;
            /** @description Taken off the subtotal, before tax */
            discountAmount: number;
            /** @description Rounded half up on each line. A discount lowers what is taxed, on each line in proportion. */
            taxAmount: number;
            /** @description subtotalAmount − discountAmount + taxAmount */
            totalAmount: number;
        };
        Recovery: {
            retried: number;
            created: number;
            more: boolean;
        };
        Service: {
            name: string;
            version: string;
        };
        SignedIn: {
            accessToken: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
            user: {
                /** Format: uuid */
                id: string;
                email: string;
                name: string;
            };
            organizations: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                role: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
            }[];
        };
        StatusChange: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            projectId: string;
            /** @enum {string} */
            fromStatus: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
            /** @enum {string} */
            toStatus: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
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
        StatusCounts: {
            PENDING: number;
            BOOKED: number;
            SHOOTING: number;
            UPLOADED: number;
            EDITING: number;
            IN_REVIEW: number;
            DELIVERED: number;
            IN_REVISION: number;
            CANCELLED: number;
        };
        Subscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            url: string;
            events: ("PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED")[];
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
        };
        User: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
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
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: uuid */
            subscriptionId: string;
            /** @enum {string} */
            event: "PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED" | "WEBHOOK_TEST";
            /** Format: uuid */
            eventId: string;
            /** @enum {string} */
            status: "PENDING" | "RETRYING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
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
            /** @enum {string} */
            event: "PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED" | "WEBHOOK_TEST";
            /** Format: uuid */
            eventId: string;
            /** @enum {string} */
            status: "PENDING" | "RETRYING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
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
            payload: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                event: "PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED" | "WEBHOOK_TEST";
                data: unknown;
            } | null;
            attemptLog: {
                attempt: number;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                startedAt: string;
                durationMs: number;
                responseStatus: number | null;
                error: string | null;
                responseBody: string | null;
            }[];
        };
    };
    responses: {
        /** @description Something in the request is wrong: each message names what */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description Something in the request is wrong: each message names what */
        BadRequestOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description Something in the request is wrong: each message names what */
        BadRequestWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description Something in the request is wrong: each message names what */
        BadRequestWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequest"];
            };
        };
        /** @description It clashes: a request with this Idempotency-Key is running: `idempotency_in_progress` */
        ConflictWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                "idempotency-replayed": components["headers"]["idempotency-replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential may not do this */
        ForbiddenWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential may not do this */
        ForbiddenWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        InternalServerError: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        InternalServerErrorOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        InternalServerErrorWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        InternalServerErrorWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing here, or it is another organization’s */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing here, or it is another organization’s */
        NotFoundOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing here, or it is another organization’s */
        NotFoundWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing here, or it is another organization’s */
        NotFoundWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large */
        PayloadTooLargeWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record is at another version than If-Match says */
        PreconditionFailedWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The address and the headers are too large */
        RequestHeaderFieldsTooLarge: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not come whole in time */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that we depend on cannot be reached: try again soon */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that we depend on cannot be reached: try again soon */
        ServiceUnavailableOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "retry-after": components["headers"]["retry-after"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that we depend on cannot be reached: try again soon */
        ServiceUnavailableWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that we depend on cannot be reached: try again soon */
        ServiceUnavailableWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                "retry-after": components["headers"]["retry-after"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many calls: wait for as long as Retry-After says */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many calls: wait for as long as Retry-After says */
        TooManyRequestsWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No valid credential was sent */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "www-authenticate": components["headers"]["www-authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used with another body */
        UnprocessableEntityWithLimitsOfBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-ignored-fields": components["headers"]["x-ignored-fields"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of a kind that is taken here */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of a kind that is taken here */
        UnsupportedMediaTypeWithLimits: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                vary: components["headers"]["vary"];
                "x-content-type-options": components["headers"]["x-content-type-options"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The name of the event */
        "X-Webhook-Event": string;
        /** @description The same at every try: deduplicate by it */
        "X-Webhook-Id": string;
        /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
        "X-Webhook-Signature": string;
        /** @description `nextCursor` of the page before, with the same filters and sort */
        cursor: string;
        id: string;
        /** @description Repeats within 24 hours get the first answer again */
        "idempotency-key": string;
        /** @description The ETag of the version to change, or `*` */
        "if-match": string;
        /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
        limit: number;
        /** @description `handling=strict` refuses unknown fields */
        prefer: string;
        /** @description With a session: the organization to act in */
        "x-org-id": string;
    };
    requestBodies: never;
    headers: {
        /** @description `no-store`; with an ETag `private, no-cache`: keep it, and ask each time whether it still holds */
        "cache-control": string;
        /** @description The version of the record, to send back as If-Match */
        etag: string;
        /** @description `true` when this is the first answer again */
        "idempotency-replayed": string;
        /** @description Where the progress of the import is */
        location: string;
        /** @description Whole seconds to wait */
        "retry-after": number;
        /** @description The headers that name the caller: no cache may answer one from another’s */
        vary: string;
        /** @description The kinds of credentials that are taken */
        "www-authenticate": string;
        /** @description `nosniff`: the content type is what it says */
        "x-content-type-options": string;
        /** @description Unknown body fields that were dropped */
        "x-ignored-fields": string;
        /** @description Calls that the window with the least left takes */
        "x-ratelimit-limit": number;
        /** @description Calls that the window with the least left takes */
        "x-ratelimit-limit-if-known": number;
        /** @description Calls that are left in it */
        "x-ratelimit-remaining": number;
        /** @description Calls that are left in it */
        "x-ratelimit-remaining-if-known": number;
        /** @description Whole seconds until its oldest call leaves it */
        "x-ratelimit-reset": number;
        /** @description Whole seconds until its oldest call leaves it */
        "x-ratelimit-reset-if-known": number;
        /** @description Finds this request in the log */
        "x-request-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    describeService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listAddOns: {
        parameters: {
            query?: {
                /** @description true lists what is archived; without it, only what is not */
                archived?: boolean;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Offer"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description In the currency's minor unit */
                    priceAmount: number;
                    currency: string;
                    description?: string | null;
                    mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                    durationMinutes?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    archiveAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateAddOn: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description In the currency's minor unit */
                    priceAmount?: number;
                    currency?: string;
                    description?: string | null;
                    mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                    durationMinutes?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("READ" | "WRITE" | "ADMIN" | "BULK_IMPORT" | "WEBHOOKS")[];
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The organization has 100 keys that are neither revoked nor expired: `too_many_api_keys`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getCurrentCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequestOfBody"];
            /** @description The token is unknown, has expired or was accepted: `invitation_refused` */
            401: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many tried passwords: `sign_in_slowed`. For one email from one network 10 wrong ones in a quarter of an hour, and 100 in all in an hour; over all networks, and from one network, more. Too many calls from one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorOfBody"];
            503: components["responses"]["ServiceUnavailableOfBody"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfBody"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many tried passwords: `sign_in_slowed`. For one email from one network 10 wrong ones in a quarter of an hour, and 100 in all in an hour; over all networks, and from one network, more. Too many calls from one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorOfBody"];
            503: components["responses"]["ServiceUnavailableOfBody"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequestOfBody"];
            /** @description The email or the password is wrong, which of them is not said: `sign_in_failed` */
            401: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many tried passwords: `sign_in_slowed`. For one email from one network 10 wrong ones in a quarter of an hour, and 100 in all in an hour; over all networks, and from one network, more. Too many calls from one network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorOfBody"];
            503: components["responses"]["ServiceUnavailableOfBody"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkImport"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
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
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB and 320000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    rows: {
                        name: string;
                        /** Format: email */
                        email: string;
                        phone?: string | null;
                        company?: string | null;
                        notes?: string | null;
                        externalId: string;
                    }[];
                    /** @description Report what would be done, and write nothing; false by default */
                    dryRun?: boolean;
                    /** @description Fire the events of what is imported; true by default */
                    emitEvents?: boolean;
                };
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImport"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
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
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB and 320000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    rows: {
                        /**
                         * Format: date-time
                         * @description RFC 3339 with an offset or Z; years 1970 to 2200
                         */
                        scheduledTime: string;
                        addressLine1?: string | null;
                        addressLine2?: string | null;
                        city?: string | null;
                        region?: string | null;
                        postalCode?: string | null;
                        countryCode?: string | null;
                        lat?: number | null;
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
                        mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                        estimatedDuration?: number | null;
                        selectedAddOnIds?: string[] | null;
                        /** @description At most 32768 bytes as JSON in UTF-8 */
                        bookingAnswers?: {
                            question: string;
                            answer: string;
                        }[] | null;
                        /** Format: uuid */
                        discountId?: string | null;
                        discountCode?: string | null;
                        externalId: string;
                        customerExternalId?: string | null;
                    }[];
                    /** @description Report what would be done, and write nothing; false by default */
                    dryRun?: boolean;
                    /** @description Fire the events of what is imported; true by default */
                    emitEvents?: boolean;
                };
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImport"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkImport"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description With this status */
                status?: "PENDING" | "SUCCEEDED" | "FAILED";
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkImportRow"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description At most 8 words of at least 2 characters: each begins a word of the name, the company or the email, without regard to case */
                q?: string;
                /** @description This email, without regard to case */
                email?: string;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Customer"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    phone?: string | null;
                    company?: string | null;
                    notes?: string | null;
                    externalId?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another customer has this email (`duplicate_email`, without regard to case) or this externalId (`duplicate_external_id`); or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            /** @description Projects or invoices refer to the customer: `customer_in_use` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** Format: email */
                    email?: string;
                    phone?: string | null;
                    company?: string | null;
                    notes?: string | null;
                    externalId?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another customer has this email (`duplicate_email`, without regard to case) or this externalId (`duplicate_external_id`) */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approveDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB and 1000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDelivery"];
                };
            };
            400: components["responses"]["BadRequestOfBody"];
            404: components["responses"]["NotFoundOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The delivery can’t be answered by now: `delivery_superseded`, `project_not_delivered` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorOfBody"];
            503: components["responses"]["ServiceUnavailableOfBody"];
        };
    };
    requestRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB and 5000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    comment: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDelivery"];
                };
            };
            400: components["responses"]["BadRequestOfBody"];
            404: components["responses"]["NotFoundOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The delivery can’t be answered by now: `delivery_superseded`, `project_not_delivered`, `already_approved` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many calls from this address or network: `rate_limited` */
            429: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorOfBody"];
            503: components["responses"]["ServiceUnavailableOfBody"];
        };
    };
    listDiscounts: {
        parameters: {
            query?: {
                /** @description true lists what is archived; without it, only what is not */
                archived?: boolean;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Discount"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    /** @description Hundredths of a percent; either this or discountAmount with currency */
                    percentBasisPoints?: number | null;
                    discountAmount?: number | null;
                    currency?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    startsAt?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    expiresAt?: string | null;
                    maxRedemptions?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another discount that is not archived has this code: `duplicate_code`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    archiveDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    code?: string;
                    /** @description Hundredths of a percent; either this or discountAmount with currency */
                    percentBasisPoints?: number | null;
                    discountAmount?: number | null;
                    currency?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    startsAt?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    expiresAt?: string | null;
                    maxRedemptions?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another discount that is not archived has this code: `duplicate_code`; more projects hold it than it would allow: `max_redemptions_too_low` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Any of these */
                event?: ("PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED")[];
                /** @description RFC 3339 with an offset or Z; years 1970 to 2200 */
                since?: string;
                /** @description RFC 3339 with an offset or Z; years 1970 to 2200 */
                until?: string;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    checkLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    checkReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            /** @description The database cannot be reached: `database_unavailable`; or the process is about to end: `shutting_down` */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "retry-after": components["headers"]["retry-after"];
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
                status?: ("DRAFT" | "SENT" | "PAID" | "VOIDED")[];
                /** @description Of this customer */
                customerId?: string;
                /** @description Of this project */
                projectId?: string;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    customerId: string;
                    currency: string;
                    /** @description The whole invoice has at most 131072 bytes as JSON in UTF-8 */
                    lineItems: {
                        description: string;
                        quantity: number;
                        /** @description In the currency's minor unit */
                        unitAmount: number;
                        /** @description Hundredths of a percent */
                        taxBasisPoints?: number | null;
                    }[];
                    /** Format: uuid */
                    projectId?: string | null;
                    /** Format: date */
                    dueDate?: string | null;
                    notes?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    customerId?: string;
                    currency?: string;
                    /** @description The whole invoice has at most 131072 bytes as JSON in UTF-8 */
                    lineItems?: {
                        description: string;
                        quantity: number;
                        /** @description In the currency's minor unit */
                        unitAmount: number;
                        /** @description Hundredths of a percent */
                        taxBasisPoints?: number | null;
                    }[];
                    /** Format: uuid */
                    projectId?: string | null;
                    /** Format: date */
                    dueDate?: string | null;
                    notes?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is no draft any more: `invoice_not_draft` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    payInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    paidAt?: string | null;
                    method?: string | null;
                    reference?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The invoice can’t move there from its status: `invoice_is_<status>`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The invoice can’t move there from its status: `invoice_is_<status>`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    voidInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The invoice can’t move there from its status: `invoice_is_<status>`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    confirmUploads: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    projectId: string;
                    files: {
                        filename: string;
                        size: number;
                        /** @enum {string} */
                        type: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
                        key?: string | null;
                        cdnUrl?: string | null;
                        /** Format: uuid */
                        alteredFromMediaId?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Media"][];
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Media"][];
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project holds 1,000 media: `too_many_media`. The file was uploaded anew meanwhile: `upload_changed`, confirm it again; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
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
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    projectId: string;
                    filename: string;
                    size: number;
                    /** @enum {string} */
                    type: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
                    key?: string | null;
                    cdnUrl?: string | null;
                    /** Format: uuid */
                    alteredFromMediaId?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project holds 1,000 media: `too_many_media`. The file was uploaded anew meanwhile: `upload_changed`, confirm it again; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
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
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    projectId: string;
                    filename: string;
                    contentType: string;
                    /** @enum {string} */
                    mediaType: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedUpload"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project holds 1,000 media: `too_many_media`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
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
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    projectId: string;
                    files: {
                        filename: string;
                        contentType: string;
                        /** @enum {string} */
                        mediaType: "PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT";
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PresignedUpload"][];
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project holds 1,000 media: `too_many_media`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            /** @description The database, or the object store, cannot be used right now: try again soon */
            503: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit-if-known"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining-if-known"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset-if-known"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
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
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Media"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    reorderMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    projectId: string;
                    mediaIds: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Media"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    renameMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    filename: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listPackages: {
        parameters: {
            query?: {
                /** @description true lists what is archived; without it, only what is not */
                archived?: boolean;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Offer"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createPackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description In the currency's minor unit */
                    priceAmount: number;
                    currency: string;
                    description?: string | null;
                    mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                    durationMinutes?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getPackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    archivePackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updatePackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description In the currency's minor unit */
                    priceAmount?: number;
                    currency?: string;
                    description?: string | null;
                    mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                    durationMinutes?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    quotePrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    packageId?: string | null;
                    selectedAddOnIds?: string[] | null;
                    discountCode?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Any of these */
                status?: ("PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED")[];
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
                /** @description At most 8 words of at least 2 characters: each begins a word of the address or the notes, without regard to case */
                q?: string;
                /** @description The field to sort by; `-` for descending */
                sort?: "createdAt" | "-createdAt" | "scheduledTime" | "-scheduledTime" | "updatedAt" | "-updatedAt";
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    scheduledTime: string;
                    addressLine1?: string | null;
                    addressLine2?: string | null;
                    city?: string | null;
                    region?: string | null;
                    postalCode?: string | null;
                    countryCode?: string | null;
                    lat?: number | null;
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
                    mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                    estimatedDuration?: number | null;
                    selectedAddOnIds?: string[] | null;
                    /** @description At most 32768 bytes as JSON in UTF-8 */
                    bookingAnswers?: {
                        question: string;
                        answer: string;
                    }[] | null;
                    /** Format: uuid */
                    discountId?: string | null;
                    discountCode?: string | null;
                    externalId?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another project has this externalId: `duplicate_external_id`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    countProjectsByStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusCounts"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    scheduledTime?: string;
                    addressLine1?: string | null;
                    addressLine2?: string | null;
                    city?: string | null;
                    region?: string | null;
                    postalCode?: string | null;
                    countryCode?: string | null;
                    lat?: number | null;
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
                    mediaTypes?: ("PHOTO" | "VIDEO" | "FLOORPLAN" | "VIRTUAL_TOUR" | "PROPERTY_WEBSITE" | "BROCHURE" | "DOCUMENT")[] | null;
                    estimatedDuration?: number | null;
                    selectedAddOnIds?: string[] | null;
                    /** @description At most 32768 bytes as JSON in UTF-8 */
                    bookingAnswers?: {
                        question: string;
                        answer: string;
                    }[] | null;
                    /** Format: uuid */
                    discountId?: string | null;
                    discountCode?: string | null;
                    externalId?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another project has this externalId: `duplicate_external_id` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    approveProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The delivery can’t be answered by now: `no_delivery_in_force`, `delivery_superseded`, `project_not_delivered`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    assignCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    customerId: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    assignEditor: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    userId: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    assignProjectManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    userId: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    assignTechnician: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    userId: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    deliverProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": {
                    message?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveredProject"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            /** @description Scope, or the role: `role_forbids_move` names the move and the moves that the role has from here */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Coming back from CANCELLED, the discount has none left for it: `discount_exhausted`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getProjectDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDelivery"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    revokeDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            /** @description Scope, or the role: `role_forbids_move` names the move and the moves that the role has from here */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    listProjectHistory: {
        parameters: {
            query?: {
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusChange"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    draftProjectInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The project has an invoice that is not void: `project_has_invoice`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listProjectMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Media"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    requestProjectRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    comment: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The delivery can’t be answered by now: `no_delivery_in_force`, `delivery_superseded`, `project_not_delivered`, `already_approved`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    changeProjectStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description The ETag of the version to change, or `*` */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            /** @description Scope, or the role: `role_forbids_move` names the move and the moves that the role has from here */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Coming back from CANCELLED, the discount has none left for it: `discount_exhausted` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailedWithLimitsOfBody"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description With this role */
                role?: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
                /** @description Only who is active, or only who is not */
                active?: boolean;
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    name: string;
                    /** @enum {string} */
                    role: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewUser"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            /** @description Scope or role; `role_forbids` also for a role, or someone, above one’s own */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The person is a user here already: `duplicate_email`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    role?: "ADMIN" | "MANAGER" | "TECHNICIAN" | "EDITOR";
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            /** @description Scope or role; `role_forbids` also for a role, or someone, above one’s own */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Nobody else would be an active ADMIN: `last_admin` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    inviteUserAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            /** @description Scope or role; `role_forbids` also for a role, or someone, above one’s own */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description They have accepted (`already_accepted`) or are deactivated (`user_inactive`); `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description An attempt is still due: `delivery_still_due`; The subscription is switched off: `subscription_inactive`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    events: ("PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED")[];
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another subscription has this url: `duplicate_url`; there are 50 already: `too_many_subscriptions`; `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    events?: ("PROJECT_CREATED" | "PROJECT_ASSIGNED" | "PROJECT_STATUS_CHANGED" | "PROJECT_DELIVERED" | "DELIVERY_APPROVED" | "INVOICE_CREATED" | "INVOICE_SENT" | "INVOICE_PAID" | "INVOICE_VOIDED" | "CUSTOMER_CREATED" | "CUSTOMER_UPDATED")[];
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another subscription has this url: `duplicate_url` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Any of these */
                status?: ("PENDING" | "RETRYING" | "SUCCEEDED" | "FAILED" | "CANCELLED")[];
                /** @description The most records that a page has. A page of large records ends before it, at 4194304 bytes */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the page before, with the same filters and sort */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description null on the last page, and on no other: a page may have fewer records than `limit` */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestWithLimits"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimits"];
            404: components["responses"]["NotFoundWithLimits"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimits"];
            503: components["responses"]["ServiceUnavailableWithLimits"];
        };
    };
    recoverSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset or Z; years 1970 to 2200
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The subscription is switched off: `subscription_inactive`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    rotateSubscriptionSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 86400 */
                    overlapSeconds: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description `secret_already_shown` at a repeat with the same Idempotency-Key; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a session: the organization to act in */
                "x-org-id"?: components["parameters"]["x-org-id"];
                /** @description `handling=strict` refuses unknown fields */
                prefer?: components["parameters"]["prefer"];
                /** @description Repeats within 24 hours get the first answer again */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20000 JSON values */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequestWithLimitsOfBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWithLimitsOfBody"];
            404: components["responses"]["NotFoundWithLimitsOfBody"];
            408: components["responses"]["RequestTimeout"];
            /** @description The subscription is switched off: `subscription_inactive`; or a request with this Idempotency-Key is running: `idempotency_in_progress` */
            409: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    vary: components["headers"]["vary"];
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-ignored-fields": components["headers"]["x-ignored-fields"];
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLargeWithLimits"];
            415: components["responses"]["UnsupportedMediaTypeWithLimits"];
            422: components["responses"]["UnprocessableEntityWithLimitsOfBody"];
            429: components["responses"]["TooManyRequestsWithLimits"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerErrorWithLimitsOfBody"];
            503: components["responses"]["ServiceUnavailableWithLimitsOfBody"];
        };
    };
    PROJECT_CREATED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "PROJECT_CREATED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    PROJECT_ASSIGNED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "PROJECT_ASSIGNED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                        /** @enum {string} */
                        role: "TECHNICIAN" | "EDITOR";
                        /** Format: uuid */
                        userId: string;
                        /** Format: uuid */
                        previousUserId: string | null;
                    };
                };
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
    PROJECT_STATUS_CHANGED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "PROJECT_STATUS_CHANGED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                        /** @enum {string} */
                        fromStatus: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
                        /** @enum {string} */
                        toStatus: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
                    };
                };
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
    PROJECT_DELIVERED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "PROJECT_DELIVERED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    DELIVERY_APPROVED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "DELIVERY_APPROVED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                        project: {
                            address: string | null;
                            city: string | null;
                            region: string | null;
                            /** @enum {string} */
                            status: "PENDING" | "BOOKED" | "SHOOTING" | "UPLOADED" | "EDITING" | "IN_REVIEW" | "DELIVERED" | "IN_REVISION" | "CANCELLED";
                            deliveryUrl: string;
                        };
                    };
                };
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
    INVOICE_CREATED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "INVOICE_CREATED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    INVOICE_SENT: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "INVOICE_SENT";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    INVOICE_PAID: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "INVOICE_PAID";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    INVOICE_VOIDED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "INVOICE_VOIDED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    CUSTOMER_CREATED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "CUSTOMER_CREATED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
    CUSTOMER_UPDATED: {
        parameters: {
            query?: never;
            header: {
                /** @description The same at every try: deduplicate by it */
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                /** @description The name of the event */
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                /** @description `t=<timestamp>,v1=<hmac>` over `<timestamp>.<raw body>` */
                "X-Webhook-Signature": components["parameters"]["X-Webhook-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @constant */
                    event: "CUSTOMER_UPDATED";
                    /** @description Unix seconds; what is signed */
                    timestamp: string;
                    data: {
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
                };
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
